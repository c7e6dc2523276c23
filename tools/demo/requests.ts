import type { JournaledRequest } from "../../src/emulator";

/** The heading above the table. */
export const REQUESTS = "The requests to the management API and to the nodes";

/** The requests that one act has caused. */
export interface ActRequests {
  readonly act: number;
  /** What was typed, without flags. */
  readonly command: string;
  readonly entries: readonly JournaledRequest[];
}

/**
 * A table of all requests: the writes one by one, the reads counted. Terraform writes to nodes in no certain order, so those
 * that follow each other are in that of the alphabet.
 */
export function requestTable(acts: readonly ActRequests[]): string[] {
  const rows = acts.flatMap(({ act, command, entries }) => {
    const writes = sortedRuns(entries.filter(isWrite).map(described));
    const reads = entries.length - writes.length;
    const [first = "none", ...others] = writes;
    return [[`${act}`, command, `${reads}`, first], ...others.map((write) => ["", "", "", write])];
  });
  const width = Math.max("command".length, ...acts.map(({ command }) => command.length));
  const lines = [["act", "command", "reads", "writes"], ...rows].map(
    ([act = "", command = "", reads = "", write = ""]) =>
      `   ${act.padStart(3)}  ${command.padEnd(width)}  ${reads.padStart(5)}  ${write}`,
  );
  const all = acts.flatMap(({ entries }) => entries);
  const writes = all.filter(isWrite).length;
  return [...lines, "", `   ${all.length} requests: ${all.length - writes} reads and ${writes} writes.`];
}

const NODE = "{node}";

/** With each run of requests to nodes sorted. */
function sortedRuns(requests: readonly string[]): string[] {
  const runs: string[][] = [];
  for (const request of requests) {
    const last = runs.at(-1);
    if (last?.every(isToNode) && isToNode(request)) last.push(request);
    else runs.push([request]);
  }
  return runs.flatMap((run) => run.sort());
}

function isToNode(request: string): boolean {
  return request.includes(` ${NODE}/`);
}

function isWrite({ method }: JournaledRequest): boolean {
  return method !== "GET";
}

/** With the ids left out, as the API's documents name it; what was refused says so. */
function described({ method, path, status }: JournaledRequest): string {
  const place = path.replace(/^\/nodes\/[^/]+/, NODE).replace(/(?<=\/)([a-z0-9]{16}|\d+)(?=\/|$)/g, "{id}");
  const request = `${method} ${place}`;
  return typeof status === "number" && status < 300 ? request : `${request} (${status ?? "no answer"})`;
}
