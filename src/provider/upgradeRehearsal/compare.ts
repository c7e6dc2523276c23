import { withinVersion } from "../../api/comparison";
import type { NodeStatus, SearchRecord } from "../../nodes";
import { countOf } from "../api/words";
import { calledQuery, topOf } from "./query";
import type { Counts, Query } from "./schema";

/** One thing that was compared, in the words of the state and of the table that a failure shows. */
export interface Check {
  readonly name: string;
  readonly source: string;
  readonly clone: string;
  readonly passed: boolean;
  readonly detail: string | null;
}

/** A server's own word for its version: some put a letter before it. */
const bare = (version: string) => version.replace(/^v/i, "");

/**
 * What the nodes of the clone come to; undefined: to nothing yet. A healthy node with another version is none that will become the
 * wanted one.
 */
export function compareNodes(
  nodes: readonly NodeStatus[],
  { runs, wanted }: { readonly runs: string; readonly wanted: string },
): Check | undefined {
  const other = nodes.filter(
    ({ healthy, version }) => healthy && version !== null && !withinVersion(bare(version), wanted),
  );
  const detail = other.map(({ url, version }) => `${url} runs ${version} instead of ${wanted}`).join("; ");
  if (other.length > 0) return nodesCheck(nodes, runs, detail);
  return nodes.every(({ healthy, version }) => healthy && version !== null)
    ? nodesCheck(nodes, runs, null)
    : undefined;
}

/** What the nodes come to when the time is up in which they had to become healthy. */
export function nodesTimedOut(nodes: readonly NodeStatus[], runs: string, waited: string): Check {
  const ill = nodes.filter(({ healthy, version }) => !healthy || version === null);
  const why = ill.map(({ url, error, resource_error }) =>
    [url, resource_error ?? error ?? "does not say its version"].join(": "),
  );
  return nodesCheck(nodes, runs, `after ${waited}: ${why.join("; ")}`);
}

function nodesCheck(nodes: readonly NodeStatus[], runs: string, detail: string | null): Check {
  const healthy = nodes.filter((one) => one.healthy).length;
  const versions = [...new Set(nodes.flatMap(({ version }) => version ?? []))].join(", ");
  return {
    name: "nodes",
    source: runs,
    clone: [`${healthy} of ${nodes.length} healthy`, versions].filter(Boolean).join(", "),
    passed: detail === null,
    detail,
  };
}

/** What the two clusters hold. */
export interface Held {
  /** The source, before the clone was requested and after it was made: what was written meanwhile may be in it or not. */
  readonly before: Counts;
  readonly after: Counts;
  readonly clone: Counts;
  /** Collections that the key of the source may not see. */
  readonly hidden: ReadonlySet<string>;
}

/** The same collections with the same number of documents, but for what was written while the clone was made. */
export function compareCollections({ before, after, clone, hidden }: Held): Check[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after), ...Object.keys(clone)])].sort();
  return names
    .filter((name) => !hidden.has(name))
    .map((name) => compareDocuments(name, before[name], after[name], clone[name]));
}

type Count = number | undefined;

function compareDocuments(name: string, before: Count, after: Count, clone: Count): Check {
  const [least, most] = [Math.min(before ?? 0, after ?? 0), Math.max(before ?? 0, after ?? 0)];
  const [wasThere, isThere] = [before !== undefined, after !== undefined];
  const mayLack = !wasThere || !isThere;
  const passed = clone === undefined ? mayLack : (wasThere || isThere) && clone >= least && clone <= most;
  return {
    name: `documents of "${name}"`,
    source: !wasThere && !isThere ? NONE : least === most ? countOf(most) : `${least} to ${countOf(most)}`,
    clone: clone === undefined ? NONE : countOf(clone),
    passed,
    detail: passed ? null : differenceIn({ isNew: !wasThere && !isThere, least, most, clone }),
  };
}

const NONE = "no such collection";

function differenceIn(count: { isNew: boolean; least: number; most: number; clone: Count }): string {
  const { isNew, least, most, clone } = count;
  if (clone === undefined) return "the clone lacks the collection";
  if (isNew) return "only the clone has the collection";
  return clone < least ? `the clone lacks ${countOf(least - clone)}` : `the clone has ${clone - most} more`;
}

/** What one cluster answers to a query. */
export interface Answered {
  readonly found: number;
  /** Of the documents on the page, best first; undefined for one that is answered without its id. */
  readonly ids: readonly (string | undefined)[];
  /** Milliseconds of each run, as the server states them; null where it does not. */
  readonly times: readonly (number | null)[];
}

/** The answer of the clone, or its refusal in one line. */
export type AnsweredByClone = Answered | { readonly refused: string };

/** What a search says, as far as it is compared. Grouped hits count in the order of their groups. */
export function answeredIn(answers: readonly [SearchRecord, ...SearchRecord[]]): Answered {
  const [first] = answers;
  const grouped = Array.isArray(first.grouped_hits) ? first.grouped_hits : [];
  const hits = first.hits.length > 0 ? first.hits : grouped.flatMap((group) => partOf(group, "hits") ?? []);
  return {
    found: first.found,
    ids: [hits].flat().map((hit) => {
      const id = partOf(partOf(hit, "document"), "id");
      return typeof id === "string" ? id : undefined;
    }),
    times: answers.map(({ took_ms, search_time_ms }) => took_ms ?? search_time_ms),
  };
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** One check of what is found, and one of the time where the query asks for it. */
export function compareQuery(query: Query, source: Answered, clone: AnsweredByClone): Check[] {
  const name = calledQuery(query);
  const top = topOf(query);
  const wanted = described(source, top);
  if ("refused" in clone)
    return [{ name, source: wanted, clone: "refused", passed: false, detail: clone.refused }];
  const differences = [
    differentFound(query, source.found, clone.found),
    differentTop(source.ids.slice(0, top), clone.ids.slice(0, top)),
  ];
  const detail = differences.filter((one) => one !== null).join("; ");
  const answers: Check = {
    name,
    source: wanted,
    clone: described(clone, top),
    passed: detail === "",
    detail: detail === "" ? null : detail,
  };
  const { max_slowdown: slowest } = query;
  return slowest === null ? [answers] : [answers, compareTimes(name, slowest, source.times, clone.times)];
}

/** Ids that a check names. */
const SHOWN = 10;

function described({ found, ids }: Answered, top: number): string {
  const best = ids.slice(0, Math.min(top, SHOWN)).map((id) => id ?? "(no id)");
  const more = Math.min(ids.length, top) > SHOWN ? ", …" : "";
  return best.length === 0 ? `${found} found` : `${found} found: ${best.join(", ")}${more}`;
}

function differentFound({ tolerance }: Query, source: number, clone: number): string | null {
  const allowed = tolerance ?? 0;
  if (Math.abs(clone - source) * 100 <= allowed * source) return null;
  return `the clone finds ${clone} instead of ${source}${allowed > 0 ? ` (tolerance ${allowed} %)` : ""}`;
}

type Ids = Answered["ids"];

function differentTop(source: Ids, clone: Ids): string | null {
  const at = Array.from({ length: Math.max(source.length, clone.length) }).findIndex(
    (_, place) => source[place] === undefined || source[place] !== clone[place],
  );
  if (at < 0) return null;
  const lacks = source.filter((id) => !clone.includes(id));
  const adds = clone.filter((id) => !source.includes(id));
  if (lacks.length === 0 && adds.length === 0) return `another order from place ${at + 1} on`;
  const words = [lacks.length > 0 && `without ${some(lacks)}`, adds.length > 0 && `with ${some(adds)}`];
  return `the first documents of the clone come ${words.filter(Boolean).join(" and ")}`;
}

function some(ids: Ids): string {
  const named = ids.slice(0, 3).map((id) => id ?? "a document without id");
  return ids.length > named.length
    ? `${named.join(", ")} and ${ids.length - named.length} more`
    : named.join(", ");
}

function compareTimes(
  query: string,
  slowest: number,
  source: Answered["times"],
  clone: Answered["times"],
): Check {
  const [before, now] = [medianOf(source), medianOf(clone)];
  // Servers state whole milliseconds: nothing can be told of a search that takes less than one.
  const ratio = before === null || now === null ? null : Math.max(1, now) / Math.max(1, before);
  const passed = ratio !== null && ratio <= slowest;
  const words =
    ratio === null
      ? "the server does not say how long it took"
      : `${Number(ratio.toFixed(2))} times as long, and ${slowest} is allowed`;
  return {
    name: `time of ${query}`,
    source: inMs(before),
    clone: inMs(now),
    passed,
    detail: passed ? null : words,
  };
}

function inMs(time: number | null): string {
  return time === null ? "no time" : `${time} ms`;
}

/** Null where any of them is. */
function medianOf(times: Answered["times"]): number | null {
  const known = times.filter((time) => time !== null).sort((a, b) => a - b);
  if (known.length < times.length || known.length === 0) return null;
  const [low, high] = [Math.floor((known.length - 1) / 2), Math.ceil((known.length - 1) / 2)];
  return ((known[low] ?? 0) + (known[high] ?? 0)) / 2;
}
