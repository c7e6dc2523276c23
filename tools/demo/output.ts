import { styleText } from "node:util";
import type { JournaledRequest } from "../../src/emulator";

/** The longest line of the demo: the picture in the README shows all of it. */
export const WIDTH = 96;

/** The kinds of lines, with their prefix and their style on a terminal. */
const ROLES = {
  /** The number and the title of an act. */
  heading: { prefix: "", styles: ["bold", "blue"] },
  /** A command. */
  command: { prefix: "   $ ", styles: ["bold"] },
  /** An edited or added line of the user's program. */
  edit: { prefix: "   + ", styles: ["green"] },
  /** Terraform's output. */
  quote: { prefix: "   > ", styles: ["yellow"] },
  /** The result, read from the service. */
  result: { prefix: "   ✓ ", styles: ["green"] },
  /** The demo's own actions, and text between the acts. */
  text: { prefix: "   ", styles: ["dim"] },
} as const satisfies Record<string, { prefix: string; styles: readonly Parameters<typeof styleText>[0][] }>;

export type Role = keyof typeof ROLES;

/** Formats a text as lines of the demo. Wraps long texts, but never code. */
export function linesOf(role: Role, text: string): string[] {
  const { prefix } = ROLES[role];
  if (role === "edit" || role === "heading") return [prefix + text];
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || prefix.length + last.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map((line) => prefix + line);
}

/** Returns the role of a printed line. */
export function roleOf(line: string): Role {
  if (/^\S/.test(line)) return "heading";
  const marked = (["command", "edit", "quote", "result"] as const).find((role) =>
    line.startsWith(ROLES[role].prefix),
  );
  return marked ?? "text";
}

/** Adds the colours of a terminal to a line. */
export function coloured(line: string): string {
  return ROLES[roleOf(line)].styles.reduce((text: string, style) => styleText(style, text), line);
}

/** Prints the demo, and keeps what it has printed. */
export interface Output {
  show(role: Role, text: string): void;
  /** Prints formatted lines. */
  print(...lines: readonly string[]): void;
  /** Returns everything without colours. */
  transcript(): string;
}

export function outputTo(stream: Pick<NodeJS.WriteStream, "write">, hasColours: boolean): Output {
  const all: string[] = [];
  const print = (...lines: readonly string[]) => {
    for (const line of lines) {
      all.push(line);
      stream.write(`${hasColours ? coloured(line) : line}\n`);
    }
  };
  return {
    print,
    show: (role, text) => print(...linesOf(role, text)),
    transcript: () => all.map((line) => `${line}\n`).join(""),
  };
}

/** The heading of the table of requests. */
export const REQUESTS = "The requests to the management API and to the nodes";

/** The requests of one act. */
export interface ActRequests {
  readonly act: number;
  readonly command: string;
  readonly entries: readonly JournaledRequest[];
  /** True if the number of reads depends on how long something takes: it is not shown. @default false */
  readonly readsVary?: boolean | undefined;
}

/**
 * Formats a table of all requests: each write, and the number of reads. Terraform writes to nodes in no particular order, so
 * consecutive requests to nodes are sorted.
 */
export function requestTable(acts: readonly ActRequests[]): string[] {
  const rows = acts.flatMap(({ act, command, entries, readsVary }) => {
    const writes = sortedRuns(entries.filter(isWrite).map(formatRequest));
    const [first = "none", ...others] = writes;
    const reads = readsVary ? "…" : `${entries.length - writes.length}`;
    return [[`${act}`, command, reads, first], ...others.map((write) => ["", "", "", write])];
  });
  const width = Math.max("command".length, ...acts.map(({ command }) => command.length));
  const lines = [["act", "command", "reads", "writes"], ...rows].map(
    ([act = "", command = "", reads = "", write = ""]) =>
      `   ${act.padStart(3)}  ${command.padEnd(width)}  ${reads.padStart(5)}  ${write}`,
  );
  const all = acts.flatMap(({ entries, readsVary }) => (readsVary ? entries.filter(isWrite) : entries));
  const writes = all.filter(isWrite).length;
  const others = acts.flatMap(({ act, readsVary }) => (readsVary ? [`, and the reads of act ${act}`] : []));
  return [
    ...lines,
    "",
    `   ${all.length} requests: ${all.length - writes} reads and ${writes} writes${others.join("")}.`,
  ];
}

/** Sorts each run of requests to nodes. */
function sortedRuns(requests: readonly string[]): string[] {
  const isToNode = (request = "") => request.includes(" {node}/");
  const runs: string[][] = [];
  for (const request of requests) {
    const last = runs.at(-1);
    if (last && isToNode(last[0]) && isToNode(request)) last.push(request);
    else runs.push([request]);
  }
  return runs.flatMap((run) => run.sort());
}

function isWrite({ method }: JournaledRequest): boolean {
  return method !== "GET";
}

/** Formats a request without ids, as in the API's documents; a failed one with its status. */
function formatRequest({ method, path, status }: JournaledRequest): string {
  const place = path
    .replace(/^\/nodes\/[^/]+/, "{node}")
    .replace(/(?<=\/)([a-z0-9]{16}|\d+)(?=\/|$)/g, "{id}")
    .replace(/(?<=\/collections\/\w+)_[a-z0-9]{8}(?=\/|$)/, "_{version}");
  const request = `${method} ${place}`;
  return typeof status === "number" && status < 300 ? request : `${request} (${status ?? "no answer"})`;
}
