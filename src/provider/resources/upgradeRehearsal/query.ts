import { pageOf } from "../../../api/dataPlane/requests";
import type { Query } from "./schema";
import { SAME_TOP } from "./schema";

type Parameters = Query["parameters"];

/** How many documents, best first, are compared. */
export function topOf({ same_top: top, parameters }: Query): number {
  return top ?? Math.min(SAME_TOP, pageOf(parameters) ?? SAME_TOP);
}

/** What is sent: as many documents are asked for as are compared, where the server's own page is smaller. */
export function sentParameters(query: Query): Parameters {
  const { parameters } = query;
  const top = topOf(query);
  const isOpen = parameters.per_page === undefined && parameters.limit === undefined;
  return isOpen && top > SERVERS_PAGE ? { ...parameters, per_page: String(top) } : parameters;
}

/** How many documents servers answer to a search that does not say. */
const SERVERS_PAGE = 10;

/** A query, and what `checks` and messages call it: `query "shoes"`. */
export interface CalledQuery extends Query {
  readonly called: string;
}

/** The queries with their names; those without one that would read alike are numbered. */
export function calledQueries(queries: readonly Query[]): CalledQuery[] {
  const names = queries.map(nameOf);
  return queries.map((query, index) => {
    const name = names[index] ?? "";
    const number = names.slice(0, index + 1).filter((one) => one === name).length;
    return { ...query, called: number > 1 ? `${name}, number ${number}` : name };
  });
}

/** Not all of its parameters: some hold what no message should show. */
const NAMED = ["q", "query_by"] as const;
/** Characters of a parameter that a name shows. */
const SHOWN = 60;

function inShort(value: string): string {
  const characters = [...value];
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN).join("")}…` : value;
}

function nameOf({ name, collection, parameters }: Query): string {
  if (name !== null) return `query "${name}"`;
  const words = NAMED.flatMap((key) => {
    const value = parameters[key];
    return value === undefined ? [] : `${key}=${inShort(value)}`;
  });
  return `query of "${collection}"${words.length === 0 ? "" : ` (${words.join(", ")})`}`;
}
