import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";

const MAIN = join(__dirname, "../../src/emulator/main.ts");

function run(...words: string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [require.resolve("tsx/cli"), MAIN, ...words]);
  child.stdout.setEncoding("utf8");
  child.stderr.setEncoding("utf8");
  return child;
}

async function ended(child: ChildProcessWithoutNullStreams) {
  const said = { out: "", err: "" };
  child.stdout.on("data", (text: string) => {
    said.out += text;
  });
  child.stderr.on("data", (text: string) => {
    said.err += text;
  });
  const [code] = await once(child, "close");
  return { ...said, code };
}

describe("the emulator as a command", () => {
  test("--help shows the flags", async () => {
    const { out, err, code } = await ended(run("--help"));
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("--rate <requests/seconds>");
  });

  test("a bad flag is one clear line and exit code 2", async () => {
    expect(await ended(run("--speed", "fast"))).toEqual({
      out: "",
      err: '--speed is a number above 0 and at most 1000000, not "fast".\nTry --help.\n',
      code: 2,
    });
  });

  test("a taken port says what to do", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const { err, code } = await ended(run("--port", port));
    other.close();
    expect(code).toBe(2);
    expect(err).toBe("The port is taken. Give another one with --port, or 0 for a free one.\nTry --help.\n");
  });

  test("says where it is and how to use it, answers, and ends on an interrupt", async () => {
    const child = run("--port", "0", "--speed", "600", "--rate", "off");
    const [greeting] = (await once(child.stdout, "data")) as [string];
    const end = ended(child);
    const base = /export SEARCHCLOUD_BASE_URL=(\S+)/.exec(greeting)?.[1] ?? "";
    expect(greeting).toContain("export SEARCHCLOUD_API_KEY=emulator-admin-key\n");
    const headers = { authorization: "Bearer emulator-admin-key" };
    const answer = await fetch(`${base}/clusters`, { headers });
    expect(await answer.json()).toEqual({ page: 1, per_page: 10, total: 0, clusters: [] });
    child.kill("SIGINT");
    expect(await end).toMatchObject({ code: 0, err: "" });
  });
});
