import { once } from "node:events";
import { createServer } from "node:net";
import { DemoFailure, quietly, Stopped } from "../../../tools/demo/command";

const options = { cwd: __dirname, env: process.env, signal: new AbortController().signal };
const node = (program: string, more = {}) =>
  quietly(process.execPath, ["-e", program], { ...options, ...more });

test("a command's words are the answer, and those of a command that fails are in the message", async () => {
  const words = `process.stdout.write("said"); process.stderr.write(" and warned");`;
  expect(await node(words)).toBe("said and warned");
  const failure = await node(`${words} process.exitCode = 3`).catch((error) => error);
  expect(failure).toBeInstanceOf(DemoFailure);
  expect(failure.message).toMatch(/failed \(exit code 3\)\. It said:\n\n {2}said and warned\n$/);
  await expect(node("process.exitCode = 1")).rejects.toThrow("failed (exit code 1). It said nothing.");
});

test("a command that cannot be started is named", async () => {
  await expect(quietly("no-such-command", [], options)).rejects.toThrow(
    /^no-such-command could not be started: /,
  );
});

test("a command that hangs is ended", async () => {
  const program = "process.stdout.write('waiting'); setInterval(() => undefined, 1e6)";
  const failure = node(program, { limit: 400 });
  await expect(failure).rejects.toThrow(/did not end within 0.4 seconds\./);
});

test("whoever stops the demo also stops what a command has started", async () => {
  // The command's own child connects, and the connection ends with it.
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const child = `require('node:net').connect(${port}, '127.0.0.1').on('error', () => undefined); setInterval(() => undefined, 1e6)`;
  const stop = new AbortController();
  const program = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}]); setInterval(() => undefined, 1e6)`;
  const run = node(program, { signal: stop.signal }).catch((error) => error);
  const [connection] = await once(server, "connection");
  const closed = once(connection.on("error", () => undefined).resume(), "close");
  stop.abort(new Stopped("Stopped."));
  expect(await run).toBeInstanceOf(Stopped);
  await closed;
  server.close();
  await expect(node("1", { signal: stop.signal })).rejects.toThrow("Stopped.");
});
