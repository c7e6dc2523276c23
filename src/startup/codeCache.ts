import { createHash, randomBytes } from "node:crypto";
import { lstatSync, readdirSync, unlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Script } from "node:vm";
import { writeAtomically } from "../files/atomicWrite";
import { isOwnFile, makeOwnFolder, readOwnFile, userCache } from "./ownFolder";

/** A part of the program, as a text that is compiled when it is needed. */
export interface Chunk {
  /** An expression whose value is a function. */
  readonly code: string;
  /** Tells this text from every other: V8 itself compares no more than the length. */
  readonly digest: string;
}

/** What V8 made of a chunk when the program was built; undefined where the program carries nothing of that name. */
export type Carried = (name: string) => Buffer | undefined;

interface Compiled {
  readonly script: Script;
  readonly file: string;
}

/** What V8's format depends on, but for the features of the processor: those it compares by itself. */
const FORMAT = [process.versions.v8, process.arch, ...flags()].join("-");

/** Of processes with different flags, each would replace what the other one left. */
function flags(): string[] {
  // Not how the shipped file starts Node: --input-type, -e and the script after it.
  const own = process.execArgv.filter((word) => word.startsWith("--") && !word.startsWith("--input-type"));
  const all = [...own, process.env.NODE_OPTIONS ?? ""].join(" ").trim();
  return all ? [hashOf(all).toString("hex").slice(0, 8)] : [];
}

/** A month, in milliseconds: what nobody wrote anew for so long belongs to versions that are no longer used. */
const OLD = 30 * 24 * 3600 * 1000;

/**
 * Code that V8 has compiled in an earlier process. It must not lie beside the plugin, because Terraform hashes that folder, so it
 * lies in the user's cache. Whatever goes wrong with it goes unsaid: then V8 compiles again.
 */
export class CodeCache {
  readonly #folder: string | undefined;
  readonly #carried: Carried;
  readonly #compiled: Compiled[] = [];
  #isComplete = true;

  /** @param folder where the files are, or undefined for no cache; what the program carries comes first. */
  constructor(folder: string | undefined, carried: Carried = () => undefined) {
    this.#folder = folder;
    this.#carried = carried;
  }

  /** The value of a chunk's expression. */
  load(name: string, { code, digest }: Chunk): unknown {
    const carried = this.#carried(name);
    if (carried !== undefined) {
      const script = new Script(code, { filename: name, cachedData: carried });
      // Other flags, or a processor without a feature of the one that built it: then it is as if there were none.
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
   * Leaves what this process has compiled to the next one, if something was missing: then all of it, because a process that
   * came further has compiled more functions.
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

/** Where the cache lies; undefined: nowhere. */
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

/** The names that {@link CodeCache} gives, drafts included. Nothing else is ever removed. */
const OURS = /^[A-Za-z]+-[0-9a-f]{16}-\d[\w.]*(-node\.\d+)?-\w+(-[0-9a-f]{8})?(\.[0-9a-f]{12})?$/;

/** Before the data stands their SHA-256: V8 does not check it, and a damaged file would crash the process. */
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
