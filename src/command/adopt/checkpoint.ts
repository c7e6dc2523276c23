import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../../package.json";
import type { ClusterDescription, NodeContents } from "../../adoption";

/** What one look at a cluster has found. */
export interface ClusterReading {
  readonly id: string;
  /** Of the record that it was looked at with. */
  readonly signature: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly look: ClusterDescription;
  readonly onNodes: NodeContents | null;
  /** Its nodes answered to a key of its own. */
  readonly ownKey?: true;
  /** Why its nodes did not say what is on them. */
  readonly refusal?: string;
}

const FILE = ".searchcloud-adopt.jsonl";
const HOUR_MS = 3_600_000;

/** Whose answers they are, and to which questions; the key itself cannot be told from it. */
export interface CheckpointScope {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly parameters: boolean;
  readonly collections: boolean;
}

/**
 * What an earlier run of the same command has learnt, so that an interrupted one goes on: a file beside the output, one line for
 * each cluster. Other accounts, other options, other versions and what is older than an hour do not count.
 */
export function openCheckpoint(directory: string, { apiKey, ...asked }: CheckpointScope, now: number) {
  const path = join(directory, FILE);
  const account = createHash("sha256").update(`${asked.baseUrl}\n${apiKey}`).digest("base64url").slice(0, 16);
  const header = JSON.stringify({ ...asked, account, version });
  const [first, ...lines] = linesOf(path);
  const isOurs = first === header;
  const known = new Map<string, ClusterReading>();
  for (const line of isOurs ? lines : []) {
    const one = parsed(line);
    // Another key may open what this one did not.
    if (one && one.refusal === undefined && one.at <= now && now - one.at < HOUR_MS) known.set(one.id, one);
  }
  let begun = isOurs;
  return {
    known: known as ReadonlyMap<string, ClusterReading>,
    add(one: ClusterReading): void {
      if (!begun) {
        rmSync(path, { force: true });
        mkdirSync(directory, { recursive: true });
      }
      // A line that a killed process has left unfinished ends here.
      appendFileSync(path, `${begun ? "" : header}\n${JSON.stringify(one)}`, { mode: 0o600 });
      begun = true;
    },
    /** When all is done. */
    drop: () => rmSync(path, { force: true }),
  };
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch {
    return [];
  }
}

/** Undefined for a line that is not whole. */
function parsed(line: string): ClusterReading | undefined {
  try {
    const one = JSON.parse(line) as ClusterReading;
    return typeof one.id === "string" && typeof one.at === "number" ? one : undefined;
  } catch {
    return undefined;
  }
}
