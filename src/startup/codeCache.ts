import { createHash, randomBytes } from "node:crypto";
import { lstatSync, readdirSync, unlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Script } from "node:vm";
import { writeAtomically } from "../files/atomicWrite";
import { isOwnFile, makeOwnFolder, readOwnFile, userCache } from "./ownFolder";

/** A part of the program, as source text that is compiled on demand. */
export interface Chunk {
  /** An expression whose value is a function. */
  readonly code: string;
  /** Identifies the text: V8 itself compares only the length. */
  readonly digest: string;
}

/** Returns V8's cache of a chunk from the build. Undefined if the program contains none of that name. */
export type EmbeddedCache = (name: string) => Buffer | undefined;

interface Compiled {
  readonly script: Script;
  readonly file: string;
}

/** The parts of the environment that V8's format depends on. V8 itself compares the features of the processor. */
const FORMAT = [process.versions.v8, process.arch, ...flags()].join("-");

/** Returns a hash of V8's flags: otherwise processes with different flags would replace each other's files. */
function flags(): string[] {
  // Without the options with which the shipped file starts Node: --input-type, -e and the script after it.
  const own = process.execArgv.filter((word) => word.startsWith("--") && !word.startsWith("--input-type"));
  const all = [...own, process.env.NODE_OPTIONS ?? ""].join(" ").trim();
  return all ? [hashOf(all).toString("hex").slice(0, 8)] : [];
}

/** A month, in milliseconds: older files belong to versions that are no longer used. */
const OLD = 30 * 24 * 3600 * 1000;

/**
 * Code that V8 has compiled in an earlier process. It is in the user's cache and not beside the plugin, because Terraform hashes
 * the plugin's folder. Errors are ignored: V8 then compiles again.
 */
export class CodeCache {
  readonly #folder: string | undefined;
  readonly #carried: EmbeddedCache;
  readonly #compiled: Compiled[] = [];
  #isComplete = true;

  /** @param folder the folder of the files, or undefined for no cache; embedded caches are tried first */
  constructor(folder: string | undefined, carried: EmbeddedCache = () => undefined) {
    this.#folder = folder;
    this.#carried = carried;
  }

  /** Runs a chunk and returns the value of its expression. */
  load(name: string, { code, digest }: Chunk): unknown {
    const carried = this.#carried(name);
    if (carried !== undefined) {
      const script = new Script(code, { filename: name, cachedData: carried });
      // Rejected because of other flags, or a processor without a feature of the one that built it: continue without it.
      if (!script.cachedDataRejected) return script.runInThisContext();
    }
    if (this.#folder === undefined) return new Script(code, { filename: name }).runInThisContext();
    const file = join(this.#folder, `${name}-${digest}-${FORMAT}`);
    const cachedData = read(file);
    const script = new Script(code, { filename: name, cachedData });
    if (cachedData === undefined || script.cachedDataRejected) this.#isComplete = false;
    this.#compiled.push({ script, file });
    return script.runInThisContext();
  }

  /**
   * Saves the code that this process has compiled if anything was missing. Saves all of it, because a process that ran longer
   * has compiled more functions.
   */
  save(): void {
    const folder = this.#folder;
    if (folder === undefined || this.#isComplete) return;
    try {
      if (makeOwnFolder(folder) !== undefined) return;
      for (const { script, file } of this.#compiled) write(file, script.createCachedData());
      for (const name of readdirSync(folder)) if (OURS.test(name)) removeIfOld(join(folder, name));
    } catch {
      // A full disk, a read-only home: the next process compiles again.
    }
  }
}

/** Returns the folder of the cache. Undefined if there is none. */
export function cacheFolder(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  home = homedir,
): string | undefined {
  // Node's own switch for its own cache of this kind.
  if (env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  try {
    return join(userCache(env, platform, home), "terraform-provider-searchcloud");
  } catch {
    // A user without a home.
    return undefined;
  }
}

/** File names that {@link CodeCache} uses, drafts included. Nothing else is ever removed. */
const OURS = /^[A-Za-z]+-[0-9a-f]{16}-\d[\w.]*(-node\.\d+)?-\w+(-[0-9a-f]{8})?(\.[0-9a-f]{12})?$/;

/** Each file begins with the SHA-256 of its data: V8 does not check it, and a damaged file would crash the process. */
const HASH_BYTES = 32;

function hashOf(data: Uint8Array | string): Buffer {
  return createHash("sha256").update(data).digest();
}

function read(file: string): Buffer | undefined {
  const bytes = readOwnFile(file);
  if (bytes === undefined) return undefined;
  const data = bytes.subarray(HASH_BYTES);
  return hashOf(data).equals(bytes.subarray(0, HASH_BYTES)) ? data : undefined;
}

function write(file: string, data: Buffer): void {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  writeAtomically(file, Buffer.concat([hashOf(data), data]), { mode: 0o600, draft });
}

function removeIfOld(file: string): void {
  const found = lstatSync(file);
  if (isOwnFile(found) && Date.now() - found.mtimeMs > OLD) unlinkSync(file);
}
