import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { nodeKeyProblem } from "../../adoption";
import { CommandFailure } from "../failure";

/** What others than the owner may do. */
const OTHERS = 0o077;

/**
 * The data-plane keys in a file, by the id of their cluster: JSON, or a line `cluster_id=key` for each. Messages name lines and
 * ids, never a key. @throws CommandFailure for a file that others may read, and for one that is not just that.
 */
export function readKeyFile(path: string): ReadonlyMap<string, string> {
  const fail = (why: string) => new CommandFailure(`--keys ${path} ${why}. Nothing was read of the account.`);
  let text: string;
  try {
    const file = openSync(path, "r");
    try {
      const found = fstatSync(file);
      if (found.isDirectory()) throw fail("is a folder, not a file");
      if (found.isFile() && process.platform !== "win32" && (found.mode & OTHERS) !== 0)
        throw fail(`is open to other users of this machine: run chmod 600 ${path}`);
      text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw error instanceof CommandFailure ? error : fail(`cannot be read: ${(error as Error).message}`);
  }
  const entries = /^\s*[{[]/.test(text) ? fromJson(text, fail) : fromLines(text, fail);
  const keys = new Map<string, string>();
  for (const { id, key, at } of entries) {
    if (keys.has(id)) throw fail(`${at}: names cluster ${id} twice`);
    const problem = nodeKeyProblem(key);
    if (problem !== undefined) throw fail(`${at}: the key of cluster ${id} ${problem}`);
    keys.set(id, key);
  }
  if (keys.size === 0) throw fail("holds no key: write a line cluster_id=key for each cluster, or JSON");
  return keys;
}

interface Entry {
  readonly id: string;
  readonly key: string;
  /** Where it stands. */
  readonly at: string;
}

type Fail = (why: string) => CommandFailure;

function fromLines(text: string, fail: Fail): Entry[] {
  return text.split(/\r\n|\n|\r/).flatMap((line, index): Entry[] => {
    const at = `line ${index + 1}`;
    if (/^\s*(#|$)/.test(line)) return [];
    const [, id, key] = /^\s*([^\s=]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (id === undefined || key === undefined) throw fail(`${at}: is not cluster_id=key`);
    return [{ id, key, at }];
  });
}

function fromJson(text: string, fail: Fail): Entry[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // What the parser says quotes the text.
    throw fail("is not valid JSON");
  }
  const isFlat = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isFlat || Object.values(value as object).some((one) => typeof one !== "string"))
    throw fail("is not an object of keys by cluster id, each of them a string");
  // The parser keeps the last of two equal names.
  const strings = [...text.matchAll(/("(?:[^"\\]|\\.)*")\s*(:?)/g)];
  const names = strings.filter(([, , colon]) => colon === ":").map(([, name = ""]) => JSON.parse(name));
  const byId = value as { readonly [id: string]: string };
  return names.map((id: string) => ({ id, key: byId[id] ?? "", at: "the object" }));
}
