import { readFileSync, rmSync } from "node:fs";
import type { IssuedPair } from "../../../dataPlane";
import { writeAtomically, writeDraft } from "../../../files/atomicWrite";
import { isRecord, TerraformError } from "../../../framework";
import { nodeKeyProblem } from "../../model/nodeUrl";

/** A pair of keys, with the time at which it was issued; null: not known. */
export interface StoredPair extends IssuedPair {
  readonly issued_at: string | null;
}

/** The file with the keys of a cluster. */
export interface KeyFile extends StoredPair {
  readonly cluster_id: string;
  /** The pairs before this one that were not revoked, newest first. */
  readonly previous: readonly StoredPair[];
}

/** A pair that was requested, and is not in the key file yet. */
export interface PendingPair {
  readonly cluster_id: string;
  readonly requested_at: string;
  /** Null: the answer to the request has not arrived, or the process was killed before. */
  readonly pair: StoredPair | null;
}

/** Only this user reads and writes it, and a crash loses no key. */
const SECRETLY = { mode: 0o600, durable: true } as const;

/** Reads the key file of a cluster; null: there is none. @throws TerraformError if the file is something else */
export function readKeyFile(path: string, cluster: string): KeyFile | null {
  const found = readJson(path);
  if (found === null) return null;
  const pair = pairIn(found);
  const previous = isRecord(found) && Array.isArray(found.previous) ? found.previous.map(pairIn) : [];
  if (pair === null || previous.some((one) => one === null)) throw otherFileError(path, NO_KEYS);
  refuseOtherCluster(path, found, cluster);
  return { cluster_id: cluster, ...pair, previous: previous as readonly StoredPair[] };
}

export function writeKeyFile(path: string, file: KeyFile): void {
  writeAtomically(path, textOf(file), SECRETLY);
}

/** Returns the path of the file with a pair that is not in the key file yet. */
export function pendingPath(path: string): string {
  return `${path}.pending`;
}

export function readPending(path: string, cluster: string): PendingPair | null {
  const pending = pendingPath(path);
  const found = readJson(pending);
  if (found === null) return null;
  refuseOtherCluster(pending, found, cluster);
  const requestedAt = isRecord(found) ? found.requested_at : null;
  if (typeof requestedAt !== "string") throw otherFileError(pending, NO_KEYS);
  return {
    cluster_id: cluster,
    requested_at: requestedAt,
    pair: pairIn(isRecord(found) ? found.pair : null),
  };
}

/** Announces a request before it is sent. @throws with the code EEXIST if another run has done so */
export function announcePending(path: string, pending: PendingPair): void {
  writeDraft(pendingPath(path), textOf(pending), SECRETLY);
}

export function writePending(path: string, pending: PendingPair): void {
  writeAtomically(pendingPath(path), textOf(pending), SECRETLY);
}

/** Removes the pending file of a request that this run has announced. */
export function removePending(path: string): void {
  rmSync(pendingPath(path), { force: true });
}

/** Removes the pending file if it has this pair: it may be that of another run by now. */
export function removePendingOf(path: string, cluster: string, pair: StoredPair): void {
  const pending = readPending(path, cluster)?.pair;
  if (pending && isSamePair(pending, pair)) removePending(path);
}

/** True if both keys of two pairs are the same. */
export function isSamePair(a: IssuedPair, b: IssuedPair): boolean {
  return a.admin_key === b.admin_key && a.search_only_key === b.search_only_key;
}

/** Returns all pairs of a key file, newest first. */
export function pairsOf(file: KeyFile | null): readonly StoredPair[] {
  if (file === null) return [];
  const { admin_key, search_only_key, issued_at } = file;
  return [{ admin_key, search_only_key, issued_at }, ...file.previous];
}

/** Returns the key file with a pair as its newest, if it does not have that pair already. */
export function withPair(file: KeyFile | null, cluster: string, pair: StoredPair): KeyFile {
  const pairs = pairsOf(file);
  if (file !== null && pairs.some((one) => isSamePair(one, pair))) return file;
  return { cluster_id: cluster, ...pair, previous: pairs };
}

const textOf = (content: object) => `${JSON.stringify(content, null, 2)}\n`;

function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw otherFileError(path, `It cannot be read: ${code ?? String(error)}.`);
  }
  try {
    return JSON.parse(text) ?? {};
  } catch {
    // The message of JSON.parse quotes the text.
    throw otherFileError(path, "It is not valid JSON.");
  }
}

/** Returns a pair of two keys; null: it is none. */
export function pairIn(found: unknown): StoredPair | null {
  if (!isRecord(found)) return null;
  const { admin_key, search_only_key, issued_at } = found;
  if (!isKey(admin_key) || !isKey(search_only_key) || admin_key === search_only_key) return null;
  return { admin_key, search_only_key, issued_at: typeof issued_at === "string" ? issued_at : null };
}

function isKey(value: unknown): value is string {
  return typeof value === "string" && value !== "" && nodeKeyProblem(value) === undefined;
}

const NO_KEYS = "It has no keys in the form that this action writes.";

function refuseOtherCluster(path: string, found: unknown, cluster: string): void {
  const { cluster_id: other } = isRecord(found) ? found : {};
  if (other !== cluster)
    throw otherFileError(
      path,
      `It is about ${typeof other === "string" ? `cluster ${other}` : "no cluster"}, not about cluster ${cluster}.`,
    );
}

function otherFileError(path: string, why: string): TerraformError {
  return new TerraformError(
    `${path} is not the key file of this cluster`,
    `${why} Nothing was changed. Choose another output_file, or move the file away.`,
    ["output_file"],
  );
}
