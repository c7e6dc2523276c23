import type { SearchRecord } from "../../../../dataPlane";
import { type CalledQuery, topOf } from "../query";
import type { Query } from "../schema";
import type { Check } from "./check";

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

/** What one search says, as far as it is compared. Grouped hits count in the order of their groups. */
export function answeredIn(search: SearchRecord): Answered {
  const grouped = Array.isArray(search.grouped_hits) ? search.grouped_hits : [];
  const hits = search.hits.length > 0 ? search.hits : grouped.flatMap((group) => partOf(group, "hits") ?? []);
  return {
    found: search.found,
    ids: [hits].flat().map((hit) => {
      const id = partOf(partOf(hit, "document"), "id");
      return typeof id === "string" ? id : undefined;
    }),
    times: [search.took_ms ?? search.search_time_ms],
  };
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** One check of what is found, and one of the time where the query asks for it. */
export function compareQuery(query: CalledQuery, source: Answered, clone: AnsweredByClone): Check[] {
  const name = query.called;
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
