import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { coloured, linesOf, outputTo, type Role, roleOf, WIDTH } from "../../../tools/demo/lines";

const ROLES: readonly Role[] = ["heading", "command", "edit", "quote", "result", "text"];

test.each(ROLES)("a line shows that it is a %s", (role) => {
  expect(linesOf(role, "Something").map(roleOf)).toEqual([role]);
});

test("what is too wide goes on in another line of its kind; code is not broken", () => {
  const long = "word ".repeat(30).trim();
  const lines = linesOf("quote", long);
  expect(lines).toHaveLength(2);
  expect(lines.map(roleOf)).toEqual(["quote", "quote"]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(WIDTH);
  expect(lines.map((line) => line.slice(5)).join(" ")).toBe(long);
  expect(linesOf("edit", long)).toHaveLength(1);
});

test("no line of the demo is wider than its picture", () => {
  const transcript = resolve(__dirname, "../../../tools/demo/transcript.txt");
  const lines = readFileSync(join(transcript), "utf8").split("\n");
  expect(lines.filter((line) => line.length > WIDTH)).toEqual([]);
});

test("colours are for terminals that have them, and in no transcript", () => {
  const written: string[] = [];
  const output = outputTo({ write: (text: string) => written.push(text) > 0 }, true);
  output.show("result", "Done.");
  expect(written).toEqual([`${coloured("   ✓ Done.")}\n`]);
  expect(written.map(stripVTControlCharacters)).toEqual(["   ✓ Done.\n"]);
  expect(output.transcript()).toBe("   ✓ Done.\n");
});
