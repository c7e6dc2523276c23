import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const MAIN = join(__dirname, "../../src/emulator/main.ts");

const run = (...words: string[]) => spawn(process.execPath, [require.resolve("tsx/cli"), MAIN, ...words]);

async function ended(child: ReturnType<typeof run>) {
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { out, err, code };
}

describe("the emulator as a command", () => {
  test("--help shows the flags", async () => {
    const help = { out: expect.stringContaining("--rate <requests/seconds>"), err: "", code: 0 };
    expect(await ended(run("--help"))).toEqual(help);
  });

  test("a bad flag is one clear line and exit code 2", async () => {
    const err = '--speed is a number above 0 and at most 1000000, not "fast".\nTry --help.\n';
    expect(await ended(run("--speed", "fast"))).toEqual({ out: "", err, code: 2 });
  });

  test("a taken port says what to do", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const result = await ended(run("--port", port));
    other.close();
    const err = "The port is taken. Give another one with --port, or 0 for a free one.\nTry --help.\n";
    expect(result).toEqual({ out: "", err, code: 2 });
  });

  test("says where it is and how to use it, answers, and ends on an interrupt", async () => {
    const child = run("--port", "0", "--speed", "600", "--rate", "off");
    const [greeting] = (await once(child.stdout, "data")).map(String);
    const end = ended(child);
    const base = /export SEARCHCLOUD_BASE_URL=(\S+)/.exec(greeting ?? "")?.[1] ?? "";
    expect(greeting).toContain("export SEARCHCLOUD_API_KEY=emulator-admin-key\n");
    expect(greeting).toContain(
      `export SEARCHCLOUD_NODE_URL='${base.replace("/api/v1", "/nodes/{hostname}")}'\n`,
    );
    const headers = { authorization: "Bearer emulator-admin-key" };
    const answer = await fetch(`${base}/clusters`, { headers });
    expect(await answer.json()).toEqual({ page: 1, per_page: 10, total: 0, clusters: [] });
    child.kill("SIGINT");
    expect(await end).toMatchObject({ code: 0, err: "" });
  });
});
