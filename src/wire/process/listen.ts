import { once } from "node:events";
import { mkdtempSync, rmdirSync, rmSync } from "node:fs";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Address } from "./handshake";

export interface Listening {
  readonly address: Address;
  /** Removes what listening left in the file system. */
  release(): void;
}

export interface ListenOptions {
  /** @default process.platform */
  readonly platform?: NodeJS.Platform;
  /**
   * Where the socket may go, the best first.
   * @default socketDirectories()
   */
  readonly directories?: readonly string[];
  /**
   * Whether the connection is encrypted and its client known. Any program of this machine can connect to a port: without
   * TLS there is none.
   */
  readonly isEncrypted: boolean;
}

/**
 * Listens where only this machine can connect: on a unix socket in a directory that only this user can enter, or, on
 * Windows and where no directory suits, on a free port of the loopback address.
 * @throws Error when only a port is left, and the connection is not encrypted.
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
      ? "There are no private sockets here"
      : `No socket fits into ${directories.join(", ")}`;
  return (
    `Terraform gave no client certificate (PLUGIN_CLIENT_CERT), so that nothing would be encrypted. ${socket}, and to a port ` +
    "any program of this machine could connect. Unset TF_DISABLE_PLUGIN_TLS" +
    (platform === "win32" ? "." : ", or set TMPDIR to a directory that can be written.")
  );
}

/** Removes a directory on request, and at the latest when the process exits. */
function removerOf(directory: string): () => void {
  const remove = () => {
    process.off("exit", remove);
    try {
      rmSync(join(directory, SOCKET), { force: true });
      rmdirSync(directory);
    } catch {
      // Somebody else has removed it already.
    }
  };
  process.on("exit", remove);
  return remove;
}

/** Where sockets go by default. */
export function socketDirectories(): string[] {
  return [tmpdir(), "/tmp"];
}

const PREFIX = "tf-";
const RANDOM = 6;
const SOCKET = "s";

/** The first directory in which a socket's path is short enough and that can be written to. */
function socketDirectory(platform: NodeJS.Platform, directories: readonly string[]): string | undefined {
  for (const directory of directories) {
    if (Buffer.byteLength(join(directory, PREFIX, SOCKET)) + RANDOM > longestPath(platform)) continue;
    try {
      return mkdtempSync(join(directory, PREFIX));
    } catch {
      // Missing or read-only: the next one may do.
    }
  }
  return undefined;
}

/** In bytes. What is longer Node cuts off silently, and then nobody can connect. */
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
