import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { createProgress, progressText } from "../../src/command/progress";
import { terminalOf } from "../../src/command/terminal";

const state = { what: "documents", done: 250, count: 100, total: 1000, seconds: 20 };

test.each([
  ["share, rate and remaining time", {}, "25% | 100 documents (5/s), 1m left"],
  ["hours", { seconds: 3600 }, "25% | 100 documents (0/s), 3h left"],
  ["the end", { done: 1200 }, "100% | 100 documents (5/s), 0s left"],
  ["no total", { total: null }, "100 documents (5/s)"],
  ["nothing done yet", { done: 0, count: 0, seconds: 0 }, "0 documents (0/s)"],
])("shows %s", (_, given, text) => {
  expect(progressText({ ...state, ...given })).toBe(text);
});

test("shows a bar on a terminal, and removes it at the end", async () => {
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 120 });
  const read = text(stderr);
  const terminal = terminalOf({
    env: {},
    stdin: process.stdin,
    stdout: stderr,
    stderr,
    signal: AbortSignal.timeout(1e6),
    plugin: "",
  });
  const progress = createProgress(terminal, "documents", 100);
  progress.update(50, 7);
  progress.stop();
  stderr.end();
  const shown = await read;
  expect(shown).toMatch(/=+-+/);
  // The line is cleared, and the cursor is visible again.
  const [, after = ""] = shown.split(/left(?!.*left)/s);
  expect(after.split("\u001b")).toEqual(expect.arrayContaining(["[2K", "[?25h"]));
});
