import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { type DataApiKey, nodeKeyProblem } from "../../adoption";
import type { Settings } from "../../provider/settings";
import { runProgram } from "../childProcess";
import { CommandError, UsageError } from "../errors";
import type { Terminal } from "../terminal";

/** The data-plane keys of clusters. */
export interface ClusterKeys {
  /**
   * Returns the key of one cluster; undefined: use the key for all clusters.
   * @throws CommandError if there is no key for the cluster, or if the command fails.
   */
  of(clusterId: string): Promise<DataApiKey | undefined>;
  /** Ids of the clusters in the key file. */
  readonly named: readonly string[];
}

export interface KeyOptions {
  readonly collections?: boolean;
  readonly keys?: string;
  readonly keyCommand?: string;
}

/**
 * Returns the source of keys that the options name, or undefined without `--collections`.
 * @throws UsageError, or CommandError if there is no key.
 */
export function clusterKeysFor(
  { collections, keys: file, keyCommand: command }: KeyOptions,
  { dataApiKey: shared }: Settings,
  terminal: Terminal,
): ClusterKeys | undefined {
  const given = file !== undefined ? "--keys" : command !== undefined ? "--key-command" : undefined;
  if (file !== undefined && command !== undefined)
    throw new UsageError("Specify one source of keys: either --keys FILE or --key-command COMMAND.");
  if (!collections) {
    if (given !== undefined) throw new UsageError(`${given} requires --collections.`);
    return undefined;
  }
  if (command !== undefined) {
    if (command.trim() === "") throw new UsageError("--key-command is empty.");
    return { named: [], of: (id) => keyFromCommand(command, id, terminal) };
  }
  if (file !== undefined) {
    const keys = readKeyFile(file);
    for (const key of keys.values()) terminal.secrets.add(key, KEY);
    return {
      named: [...keys.keys()],
      of: async (id) => keyFromFile(file, keys.get(id), shared !== undefined, id),
    };
  }
  if (shared === undefined)
    throw new CommandError(
      "No data-plane key to read collections: set the environment variable SEARCHCLOUD_DATA_API_KEY, for example to the admin_key of a " +
        "searchcloud_api_keys resource, or provide a key per cluster with --keys FILE or --key-command COMMAND.",
    );
  return { named: [], of: async () => undefined };
}

const KEY = "the data-plane key";

function keyFromFile(
  file: string,
  key: string | undefined,
  hasShared: boolean,
  id: string,
): DataApiKey | undefined {
  if (key !== undefined) return { value: key, origin: `--keys ${file}` };
  if (hasShared) return undefined;
  throw new CommandError(`--keys ${file} has no key for ${id}, and SEARCHCLOUD_DATA_API_KEY is not set.`);
}

async function keyFromCommand(command: string, id: string, terminal: Terminal): Promise<DataApiKey> {
  const { env, signal, stderr: screen, secrets } = terminal;
  const fail = (why: string) => new CommandError(`--key-command ${why}.`);
  const settings = { env: { ...env, [ID_VARIABLE]: id }, signal, withChildren: true };
  const [program, words] = shellWords(command, id);
  const { code, stdout, stderr } = await runProgram(program, words, settings).catch((error: Error) => {
    throw fail(`cannot be started: ${error.message}`);
  });
  const key = stdout.replace(/^\uFEFF/, "").trim();
  // A command that fails may still have printed the key.
  secrets.add(key, KEY);
  for (const line of stderr.split(/\r?\n/).filter((one) => one.trim() !== ""))
    screen.write(`--key-command (cluster ${id}): ${line}\n`);
  if (signal.aborted) throw fail("was interrupted");
  if (code !== 0) throw fail(code === null ? "was killed by a signal" : `failed with exit code ${code}`);
  if (key === "") throw fail("printed nothing");
  const problem = nodeKeyProblem(key);
  if (problem !== undefined) throw fail(`printed a key that ${problem}`);
  return { value: key, origin: "--key-command" };
}

const ID_VARIABLE = "SEARCHCLOUD_CLUSTER_ID";

/** Appends the id unless the command names the variable: at the end of a pipe, it would reach the last program. */
function shellWords(command: string, id: string): [program: string, words: string[]] {
  if (process.platform === "win32") return [process.env.ComSpec ?? "cmd.exe", ["/d", "/s", "/c", command]];
  const isNamed = command.includes(ID_VARIABLE);
  return ["/bin/sh", ["-c", isNamed ? command : `${command} "$1"`, "sh", id]];
}

/** Permissions of everybody but the owner. */
const OTHERS = 0o077;

/**
 * Reads a file of data-plane keys by cluster id: a JSON object, or lines `cluster_id=key`. Messages name lines and ids, never a key.
 * @throws CommandError if other users have access to the file, or if its content is invalid.
 */
export function readKeyFile(path: string): ReadonlyMap<string, string> {
  const fail = (why: string) => new CommandError(`--keys ${path} ${why}. Nothing was read from the account.`);
  let text: string;
  try {
    const file = openSync(path, "r");
    try {
      const found = fstatSync(file);
      if (found.isDirectory()) throw fail("is a directory, not a file");
      if (found.isFile() && process.platform !== "win32" && (found.mode & OTHERS) !== 0)
        throw fail(`is accessible to other users of this machine: run chmod 600 ${path}`);
      text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw error instanceof CommandError ? error : fail(`cannot be read: ${(error as Error).message}`);
  }
  const entries = /^\s*[{[]/.test(text) ? fromJson(text, fail) : fromLines(text, fail);
  const keys = new Map<string, string>();
  for (const { id, key, at } of entries) {
    if (keys.has(id)) throw fail(`${at}: cluster ${id} appears twice`);
    const problem = nodeKeyProblem(key);
    if (problem !== undefined) throw fail(`${at}: the key of cluster ${id} ${problem}`);
    keys.set(id, key);
  }
  if (keys.size === 0)
    throw fail("contains no keys: write one line cluster_id=key per cluster, or a JSON object");
  return keys;
}

interface Entry {
  readonly id: string;
  readonly key: string;
  /** Its place in the file, for messages. */
  readonly at: string;
}

type Fail = (why: string) => CommandError;

function fromLines(text: string, fail: Fail): Entry[] {
  return text.split(/\r\n|\n|\r/).flatMap((line, index): Entry[] => {
    const at = `line ${index + 1}`;
    if (/^\s*(#|$)/.test(line)) return [];
    const [, id, key] = /^\s*([^\s=]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (id === undefined || key === undefined) throw fail(`${at}: expected cluster_id=key`);
    return [{ id, key, at }];
  });
}

function fromJson(text: string, fail: Fail): Entry[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The message of the parser quotes the text, keys included.
    throw fail("is not valid JSON");
  }
  const isFlat = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isFlat || Object.values(value as object).some((one) => typeof one !== "string"))
    throw fail("is not a JSON object of strings: cluster ids and their keys");
  // The parser silently keeps the last of two equal names.
  const strings = [...text.matchAll(/("(?:[^"\\]|\\.)*")\s*(:?)/g)];
  const names = strings.filter(([, , colon]) => colon === ":").map(([, name = ""]) => JSON.parse(name));
  const byId = value as { readonly [id: string]: string };
  return names.map((id: string) => ({ id, key: byId[id] ?? "", at: "the object" }));
}
