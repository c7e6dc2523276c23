import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  createReadStream,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { basename, dirname } from "node:path";
import { text } from "node:stream/consumers";
import { type OutputFile, openOutput } from "../../src/command/outputFile";
import { folder } from "./support";

const file = folder();
const open = (path: string, replace = false, signal = new AbortController().signal) =>
  openOutput(path, { replace, advice: " Replace it with --force.", signal });
const beside = (path: string) =>
  readdirSync(dirname(path)).filter((name) => name !== basename(path) && name.startsWith(basename(path)));

async function writing(output: OutputFile, content = "documents\n"): Promise<void> {
  output.stream.write(content);
  await output.finish();
}

test.each([false, true])(
  "a file appears complete, for its owner alone, whatever the umask (replaces: %s)",
  async (replace) => {
    const path = file(`mode-${replace}`);
    if (replace) writeFileSync(path, "old", { mode: 0o666 });
    const before = process.umask(0);
    try {
      const output = await open(path, replace);
      const [draft = ""] = beside(path);
      expect(draft).toMatch(/\.incomplete$/);
      expect(statSync(file(draft)).mode & 0o777).toBe(0o600);
      expect(existsSync(path) ? readFileSync(path, "utf8") : "").toBe(replace ? "old" : "");
      await writing(output);
    } finally {
      process.umask(before);
    }
    expect([statSync(path).mode & 0o777, readFileSync(path, "utf8"), beside(path)]).toEqual([
      0o600,
      "documents\n",
      [],
    ]);
  },
);

test("discard leaves nothing behind; keepIncomplete marks the file in its name", async () => {
  const path = file("gone");
  await (await open(path)).discard();
  expect([existsSync(path), beside(path)]).toEqual([false, []]);
  const output = await open(path);
  output.stream.write("half");
  const kept = await output.keepIncomplete();
  expect(kept).toMatch(/gone\.[0-9a-f]{8}\.incomplete$/);
  expect([existsSync(path), readFileSync(kept ?? "", "utf8")]).toEqual([false, "half"]);
});

describe("does not replace what has appeared meanwhile, and names the new content:", () => {
  const come: Record<string, (path: string) => void> = {
    "a file": (path) => writeFileSync(path, "theirs"),
    "a link": (path) => {
      writeFileSync(`${dirname(path)}/elsewhere`, "theirs");
      symlinkSync(`${dirname(path)}/elsewhere`, path);
    },
  };

  test.each(Object.keys(come))("%s in place of nothing", async (name) => {
    const path = file(`new-${name}`);
    const output = await open(path, true);
    come[name]?.(path);
    await expect(writing(output)).rejects.toThrow(
      /appeared or changed in the meantime and was not replaced\. The new content is in /,
    );
    const [kept = ""] = beside(path);
    expect([readFileSync(path, "utf8"), readFileSync(file(kept), "utf8")]).toEqual(["theirs", "documents\n"]);
    expect(kept).not.toMatch(/incomplete/);
  });

  test("text added to the existing file", async () => {
    const path = file("grown");
    writeFileSync(path, "first");
    const output = await open(path, true);
    appendFileSync(path, " and theirs");
    await expect(writing(output)).rejects.toThrow(/changed in the meantime and was not replaced/);
    expect(readFileSync(path, "utf8")).toBe("first and theirs");
  });

  test("another file in place of the existing one", async () => {
    const path = file("swapped");
    writeFileSync(path, "first");
    const output = await open(path, true);
    writeFileSync(file("second"), "theirs");
    renameSync(file("second"), path);
    await expect(writing(output)).rejects.toThrow(/was not replaced/);
    expect(readFileSync(path, "utf8")).toBe("theirs");
  });
});

describe("writes to, but never replaces", () => {
  test.each([false, true])("a pipe (replaces: %s)", async (replace) => {
    const path = file(`pipe-${replace}`);
    execFileSync("mkfifo", [path]);
    const read = text(createReadStream(path));
    await writing(await open(path, replace));
    expect([await read, lstatSync(path).isFIFO(), beside(path)]).toEqual(["documents\n", true, []]);
  });

  test("a device", async () => {
    await writing(await open("/dev/null", true));
    await (await open("/dev/null", true)).discard();
    expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
  });

  test("a socket", async () => {
    const path = file("socket");
    const received = new Promise<string>((resolve) => {
      const server = createServer((socket) => {
        resolve(text(socket));
        server.close();
      });
      server.listen(path, async () => writing(await open(path, true)));
    });
    expect([await received, lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false]).toEqual([
      "documents\n",
      false,
    ]);
  });

  test("a pipe without a reader, until Ctrl-C", async () => {
    const path = file("unread");
    execFileSync("mkfifo", [path]);
    const stop = new AbortController();
    const opening = open(path, true, stop.signal);
    stop.abort();
    await expect(opening).rejects.toThrow(/Interrupted while waiting for a reader of the pipe/);
  });
});

describe("a link", () => {
  test("to a file stays; its target is replaced", async () => {
    writeFileSync(file("target"), "old");
    symlinkSync(file("target"), file("link"));
    await expect(open(file("link"))).rejects.toThrow(
      /already exists and was not changed\. Replace it with --force\./,
    );
    await writing(await open(file("link"), true));
    expect([readlinkSync(file("link")), readFileSync(file("target"), "utf8")]).toEqual([
      file("target"),
      "documents\n",
    ]);
  });

  // Only root can create a link of another user.
  (process.getuid?.() === 0 ? test : test.skip)("of another user is rejected", async () => {
    symlinkSync(file("target"), file("theirs"));
    lchownSync(file("theirs"), 12345, 12345);
    await expect(open(file("theirs"), true)).rejects.toThrow(/is a link created by another user/);
  });

  test("that is broken is rejected", async () => {
    symlinkSync(file("nothing"), file("dangling"));
    await expect(open(file("dangling"), true)).rejects.toThrow(/is a broken link/);
    expect(existsSync(file("nothing"))).toBe(false);
  });
});

test("rejects a directory and an unwritable path", async () => {
  mkdirSync(file("folder"));
  await expect(open(file("folder"), true)).rejects.toThrow(/is a directory, not a file/);
  await expect(open(file("none/x"))).rejects.toThrow(/none\/x cannot be written: ENOENT/);
});

test("accepts a name of the maximum length", async () => {
  const path = file(`${"n".repeat(249)}.jsonl`);
  await writing(await open(path));
  await writing(await open(path, true), "again\n");
  expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual(["again\n", 0o600]);
  expect(readdirSync(dirname(path)).filter((name) => name.startsWith("nnn"))).toEqual([basename(path)]);
});

test("rejects an empty name before anything is written", async () => {
  await expect(open("")).rejects.toThrow("The name of the output file is empty.");
});

(existsSync("/dev/full") ? test : test.skip)("a device that takes nothing is named", async () => {
  await expect(writing(await open("/dev/full", true))).rejects.toThrow(
    /^\/dev\/full cannot be written: ENOSPC/,
  );
});
