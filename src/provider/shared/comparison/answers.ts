import { pageOf } from "../../../api/dataPlane/requests";
import type { SearchRecord } from "../../../dataPlane";
import type { Check, Sides } from "./table";

/** A search, and how closely the results of both sides must match. */
export interface ComparedQuery {
  readonly name: string | null;
  readonly collection: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly same_top: number | null;
  readonly tolerance: number | null;
  readonly max_slowdown: number | null;
  /** Documents by which the numbers found may differ besides: they are being written. @default 0 */
  readonly moving?: number;
}

/** A query, and its name in `checks` and messages: `query "shoes"`. */
export type NamedQuery<Query extends ComparedQuery = ComparedQuery> = Query & {
  readonly displayName: string;
};

/** The results of one side. */
export interface Answered {
  readonly found: number;
  /** Ids of the documents on the page, best first; undefined for a document without one. */
  readonly ids: readonly (string | undefined)[];
  /** Milliseconds of each run, as the server reports them; null if it does not. */
  readonly times: readonly (number | null)[];
}

/** The results of the candidate, or its refusal in one line. */
export type AnsweredOrRefused = Answered | { readonly refused: string };

/** `same_top` of a query without one. */
export const SAME_TOP = 10;

/** Returns the number of documents, best first, that are compared. */
export function topOf({ same_top: top, parameters }: ComparedQuery): number {
  return top ?? Math.min(SAME_TOP, pageOf(parameters) ?? SAME_TOP);
}

/** Documents in the response to a search that does not request a number. */
const SERVERS_PAGE = 10;

/** Returns the parameters to send. They request as many documents as are compared, if the server's own page is smaller. */
export function sentParameters(query: ComparedQuery): ComparedQuery["parameters"] {
  const { parameters } = query;
  const top = topOf(query);
  const isOpen = parameters.per_page === undefined && parameters.limit === undefined;
  return isOpen && top > SERVERS_PAGE ? { ...parameters, per_page: String(top) } : parameters;
}

/** Names the queries; unnamed ones that would read the same are numbered. */
export function namedQueries<Query extends ComparedQuery>(queries: readonly Query[]): NamedQuery<Query>[] {
  const names = queries.map(nameOfQuery);
  return queries.map((query, index) => {
    const name = names[index] ?? "";
    const number = names.slice(0, index + 1).filter((one) => one === name).length;
    return { ...query, displayName: number > 1 ? `${name}, number ${number}` : name };
  });
}

/** The parameters that a name shows. Others may hold values that no message should show. */
const NAMING = ["q", "query_by"] as const;
/** Characters of a parameter that a name shows. */
const SHOWN_CHARACTERS = 60;

function nameOfQuery({ name, collection, parameters }: ComparedQuery): string {
  if (name !== null) return `query "${name}"`;
  const words = NAMING.flatMap((key) => {
    const value = parameters[key];
    return value === undefined ? [] : `${key}=${shortened(value)}`;
  });
  return `query of "${collection}"${words.length === 0 ? "" : ` (${words.join(", ")})`}`;
}

function shortened(value: string): string {
  const characters = [...value];
  return characters.length > SHOWN_CHARACTERS ? `${characters.slice(0, SHOWN_CHARACTERS).join("")}…` : value;
}

/** Returns the parts of a response that are compared. Grouped hits count in the order of their groups. */
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

/** Compares the results of a query, and its time if it limits the slowdown. */
export function compareAnswers(
  query: NamedQuery,
  reference: Answered,
  candidate: AnsweredOrRefused,
  sides: Sides,
): Check[] {
  const { displayName: name, max_slowdown: slowest } = query;
  const top = topOf(query);
  const wanted = described(reference, top);
  if ("refused" in candidate)
    return [{ name, reference: wanted, candidate: "refused", passed: false, detail: candidate.refused }];
  const differences = [
    differentFound(query, reference.found, candidate.found, sides.candidate),
    differentTop(reference.ids.slice(0, top), candidate.ids.slice(0, top), sides.candidate),
  ];
  const detail = differences.filter((one) => one !== null).join("; ");
  const answers: Check = {
    name,
    reference: wanted,
    candidate: described(candidate, top),
    passed: detail === "",
    detail: detail === "" ? null : detail,
  };
  return slowest === null
    ? [answers]
    : [answers, compareTimes(name, slowest, reference.times, candidate.times)];
}

/** Ids that a comparison names. */
const SHOWN = 10;

function described({ found, ids }: Answered, top: number): string {
  const best = ids.slice(0, Math.min(top, SHOWN)).map((id) => id ?? "(no id)");
  const more = Math.min(ids.length, top) > SHOWN ? ", …" : "";
  return best.length === 0 ? `${found} found` : `${found} found: ${best.join(", ")}${more}`;
}

function differentFound(
  { tolerance, moving = 0 }: ComparedQuery,
  reference: number,
  found: number,
  candidateName: string,
): string | null {
  const allowed = tolerance ?? 0;
  if ((Math.abs(found - reference) - moving) * 100 <= allowed * reference) return null;
  return `${candidateName} finds ${found} instead of ${reference}${allowed > 0 ? ` (tolerance ${allowed} %)` : ""}`;
}

type Ids = Answered["ids"];

function differentTop(reference: Ids, candidate: Ids, candidateName: string): string | null {
  const at = Array.from({ length: Math.max(reference.length, candidate.length) }).findIndex(
    (_, place) => reference[place] === undefined || reference[place] !== candidate[place],
  );
  if (at < 0) return null;
  const lacks = reference.filter((id) => !candidate.includes(id));
  const adds = candidate.filter((id) => !reference.includes(id));
  if (lacks.length === 0 && adds.length === 0) return `another order from place ${at + 1} on`;
  const words = [lacks.length > 0 && `without ${some(lacks)}`, adds.length > 0 && `with ${some(adds)}`];
  return `the first documents of ${candidateName} come ${words.filter(Boolean).join(" and ")}`;
}

function some(ids: Ids): string {
  const named = ids.slice(0, 3).map((id) => id ?? "a document without id");
  return ids.length > named.length
    ? `${named.join(", ")} and ${ids.length - named.length} more`
    : named.join(", ");
}

type Times = Answered["times"];

function compareTimes(query: string, slowest: number, reference: Times, candidate: Times): Check {
  const [before, now] = [medianOf(reference), medianOf(candidate)];
  // Servers report whole milliseconds, so a search of less than one counts as one.
  const ratio = before === null || now === null ? null : Math.max(1, now) / Math.max(1, before);
  const passed = ratio !== null && ratio <= slowest;
  const words =
    ratio === null
      ? "the server does not report how long it took"
      : `${Number(ratio.toFixed(2))} times as long; at most ${slowest} is allowed`;
  return {
    name: `time of ${query}`,
    reference: inMs(before),
    candidate: inMs(now),
    passed,
    detail: passed ? null : words,
  };
}

function inMs(time: number | null): string {
  return time === null ? "no time" : `${time} ms`;
}

/** Null if any of them is. */
function medianOf(times: Times): number | null {
  const known = times.filter((time) => time !== null).sort((a, b) => a - b);
  if (known.length < times.length || known.length === 0) return null;
  const [low, high] = [Math.floor((known.length - 1) / 2), Math.ceil((known.length - 1) / 2)];
  return ((known[low] ?? 0) + (known[high] ?? 0)) / 2;
}
