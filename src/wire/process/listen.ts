import { once } from "node:events";
import { mkdtempSync, rmdirSync, rmSync } from "node:fs";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Address } from "./handshake";

export interface Listening {
  readonly address: Address;
  /** Removes the socket and its directory. */
  release(): void;
}

export interface ListenOptions {
  /** @default process.platform */
  readonly platform?: NodeJS.Platform;
  /**
   * Directories for the socket, the preferred one first.
   * @default socketDirectories()
   */
  readonly directories?: readonly string[];
  /**
   * True if the connection is encrypted and authenticates its client. Without TLS, no port is opened, because every program on this
   * machine could connect to it.
   */
  readonly isEncrypted: boolean;
}

/**
 * Listens so that only this machine can connect: on a Unix socket in a directory that only this user can enter. On Windows,
 * and if no directory is usable, on a free port of the loopback address.
 * @throws Error if only a port is left and the connection is not encrypted
 */
export async function listen(server: Server, options: ListenOptions): Promise<Listening> {
  const { platform = process.platform, directories = socketDirectories(), isEncrypted } = options;
  const directory = platform === "win32" ? undefined : socketDirectory(platform, directories);
  if (directory === undefined) {
    if (!isEncrypted) throw new Error(notPrivate(platform, directories));
    return { address: await listenOnLoopback(server), release: () => undefined };
  }
  const path = join(directory, SOCKET);
  server.listen(path);
  await once(server, "listening");
  return { address: { network: "unix", path }, release: removerOf(directory) };
}

function notPrivate(platform: NodeJS.Platform, directories: readonly string[]): string {
  const socket =
    platform === "win32"
      ? "This system has no private sockets"
      : `No socket fits into ${directories.join(", ")}`;
  return (
    `Terraform gave no client certificate (PLUGIN_CLIENT_CERT), so the connection would not be encrypted. ${socket}, and any ` +
    "program on this machine could connect to a port. Unset TF_DISABLE_PLUGIN_TLS" +
    (platform === "win32" ? "." : ", or set TMPDIR to a writable directory.")
  );
}

/** Returns a function that removes the socket and its directory. It also runs when the process exits. */
function removerOf(directory: string): () => void {
  const remove = () => {
    process.off("exit", remove);
    try {
      rmSync(join(directory, SOCKET), { force: true });
      rmdirSync(directory);
    } catch {
      // Another program has removed it already.
    }
  };
  process.on("exit", remove);
  return remove;
}

/** Returns the default directories for sockets. */
export function socketDirectories(): string[] {
  return [tmpdir(), "/tmp"];
}

const PREFIX = "tf-";
const RANDOM = 6;
const SOCKET = "s";

/** Creates a directory for the socket in the first directory that is writable and whose path is short enough. */
function socketDirectory(platform: NodeJS.Platform, directories: readonly string[]): string | undefined {
  for (const directory of directories) {
    if (Buffer.byteLength(join(directory, PREFIX, SOCKET)) + RANDOM > longestPath(platform)) continue;
    try {
      return mkdtempSync(join(directory, PREFIX));
    } catch {
      // Missing or read-only: try the next one.
    }
  }
  return undefined;
}

/** The longest path of a socket in bytes. Node silently truncates longer ones, and then nobody can connect. */
function longestPath(platform: NodeJS.Platform): number {
  return platform === "linux" ? 107 : 103;
}

async function listenOnLoopback(server: Server): Promise<Address> {
  const host = "127.0.0.1";
  server.listen(0, host);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server listens, but on no port");
  return { network: "tcp", host, port: address.port };
}
