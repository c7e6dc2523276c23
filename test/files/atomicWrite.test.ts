import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { placeNew, writeAtomically, writeDraft } from "../../src/files/atomicWrite";

const folder = mkdtempSync(join(tmpdir(), "files-"));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

test("a draft does not replace a file, which stays", () => {
  writeFileSync(at("taken"), "mine");
  expect(() => writeDraft(at("taken"), "other", {})).toThrow("EEXIST");
  expect(readFileSync(at("taken"), "utf8")).toBe("mine");
});

test("permissions do not depend on the umask", () => {
  const before = process.umask(0o077);
  try {
    writeAtomically(at("program"), "text", { mode: 0o755 });
  } finally {
    process.umask(before);
  }
  expect(statSync(at("program")).mode & 0o777).toBe(0o755);
});

test("on a file system without links, a draft takes a free name only", () => {
  const link = jest.spyOn(fs, "linkSync").mockImplementation(() => {
    throw Object.assign(new Error("no links"), { code: "EPERM" });
  });
  try {
    writeFileSync(at("draft"), "new");
    writeFileSync(at("mine"), "mine");
    expect(() => placeNew(at("draft"), at("mine"))).toThrow("EEXIST");
    placeNew(at("draft"), at("free"));
  } finally {
    link.mockRestore();
  }
  expect([readFileSync(at("mine"), "utf8"), readFileSync(at("free"), "utf8")]).toEqual(["mine", "new"]);
  expect(readdirSync(folder)).not.toContain("draft");
});
