import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Listening, type ListenOptions, listen } from "../../../src/wire/process/listen";

const base = mkdtempSync(join(tmpdir(), "l-"));
const opened: [Server, Listening][] = [];

async function open(options: Omit<ListenOptions, "isEncrypted">): Promise<Listening> {
  const server = createServer((socket) => socket.end("hello"));
  const listening = await listen(server, { ...options, isEncrypted: true });
  opened.push([server, listening]);
  return listening;
}

async function greeting({ address }: Listening): Promise<string> {
  const socket = address.network === "unix" ? connect(address.path) : connect(address.port, address.host);
  const [data] = await once(socket, "data");
  socket.destroy();
  return String(data);
}

/** A directory in which a socket's path ("/tf-", six letters, "/s") has so many bytes. */
function directoryFor(path: number): string {
  const directory = join(base, "d".repeat(path - base.length - 1 - "/tf-XXXXXX/s".length));
  mkdirSync(directory, { recursive: true });
  return directory;
}

afterEach(() => {
  for (const [server, listening] of opened.splice(0)) {
    server.close();
    listening.release();
  }
});

afterAll(() => rmSync(base, { recursive: true }));

test("a socket in a directory that only its owner can enter", async () => {
  const listening = await open({ directories: [base] });
  if (listening.address.network !== "unix") throw new Error("not a socket");
  const { path } = listening.address;
  expect(path.startsWith(join(base, "tf-"))).toBe(true);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  expect(await greeting(listening)).toBe("hello");
  listening.release();
  expect(existsSync(dirname(path))).toBe(false);
});

test("the socket is removed when the process exits, and the listener with it", async () => {
  const before = process.listenerCount("exit");
  const { address } = await open({ directories: [base] });
  expect(process.listenerCount("exit")).toBe(before + 1);
  process.listeners("exit").at(-1)?.(0);
  expect(process.listenerCount("exit")).toBe(before);
  expect(existsSync(address.network === "unix" ? dirname(address.path) : "")).toBe(false);
});

describe("a path of", () => {
  const linuxOnly = process.platform === "linux" ? test : test.skip;

  linuxOnly("107 bytes is the longest", async () => {
    const listening = await open({ directories: [directoryFor(107)] });
    expect(listening.address).toEqual({ network: "unix", path: expect.stringMatching(/^.{107}$/) });
    expect(await greeting(listening)).toBe("hello");
  });

  linuxOnly("108 bytes gives way to the next directory", async () => {
    const listening = await open({ directories: [directoryFor(108), base] });
    expect(listening.address).toEqual({ network: "unix", path: expect.stringMatching(/^.{0,107}$/) });
  });

  test.each([
    [103, "unix"],
    [104, "tcp"],
  ])("%i bytes on macOS: %s", async (bytes, network) => {
    const { address } = await open({ platform: "darwin", directories: [directoryFor(bytes)] });
    expect(address.network).toBe(network);
  });
});

test.each([
  ["on Windows", { platform: "win32", directories: [base] }],
  ["where no directory is", { directories: [join(base, "missing")] }],
  ["where none is given", { directories: [] }],
] as const)("%s, a port of the loopback address", async (_name, options) => {
  const listening = await open(options);
  expect(listening.address).toEqual({ network: "tcp", host: "127.0.0.1", port: expect.any(Number) });
  expect(await greeting(listening)).toBe("hello");
});
