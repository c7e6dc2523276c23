import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../../package.json";
import type { ClusterDescription, NodeContents } from "../../adoption";

/** A cluster as one run has read it. */
export interface ClusterReading {
  readonly id: string;
  /** Signature of the record in the list at that time. */
  readonly signature: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly description: ClusterDescription;
  readonly contents: NodeContents | null;
  /** Set if its nodes accepted a key of this cluster alone. */
  readonly ownKey?: true;
  /** The reason why its nodes could not be read. */
  readonly refusal?: string;
}

const FILE = ".searchcloud-adopt.jsonl";
/** Changes when {@link ClusterReading} does. */
const FORMAT = 3;
const HOUR_MS = 3_600_000;

/** The account and the options of a run. */
interface CheckpointScope {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly parameters: boolean;
  readonly collections: boolean;
}

export type AdoptCheckpoint = ReturnType<typeof openCheckpoint>;

/**
 * Opens the readings of an interrupted run of the same command: a file beside the output, one line per cluster. Readings are
 * ignored if they are older than an hour, or come from another account, other options or another version. The file contains a hash
 * of the key, not the key.
 */
export function openCheckpoint(directory: string, { apiKey, ...scope }: CheckpointScope, now: number) {
  const path = join(directory, FILE);
  const account = createHash("sha256").update(`${scope.baseUrl}\n${apiKey}`).digest("base64url").slice(0, 16);
  const header = JSON.stringify({ ...scope, account, version, format: FORMAT });
  const [first, ...lines] = linesOf(path);
  let exists = first === header;
  const known = new Map<string, ClusterReading>();
  for (const line of exists ? lines : []) {
    const one = parsed(line);
    // This run may have a key that opens what was refused then.
    if (one && one.refusal === undefined && one.at <= now && now - one.at < HOUR_MS) known.set(one.id, one);
  }
  return {
    known: known as ReadonlyMap<string, ClusterReading>,
    add(one: ClusterReading): void {
      if (!exists) {
        rmSync(path, { force: true });
        mkdirSync(directory, { recursive: true });
      }
      // The line break comes first, so that it also ends a line that a killed process left incomplete.
      appendFileSync(path, `${exists ? "" : header}\n${JSON.stringify(one)}`, { mode: 0o600 });
      exists = true;
    },
    remove: () => rmSync(path, { force: true }),
  };
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch {
    return [];
  }
}

/** Returns undefined for an incomplete line. */
function parsed(line: string): ClusterReading | undefined {
  try {
    const one = JSON.parse(line) as ClusterReading;
    return typeof one.id === "string" && typeof one.at === "number" ? one : undefined;
  } catch {
    return undefined;
  }
}
