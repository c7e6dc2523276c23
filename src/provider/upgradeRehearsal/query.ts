import type { Query } from "./schema";
import { SAME_TOP } from "./schema";

type Parameters = Query["parameters"];

/** How many documents a search asks for; undefined: it does not say, or not as a whole number. */
export function pageOf({ per_page, limit }: Parameters): number | undefined {
  const given = per_page ?? limit;
  return given !== undefined && /^\d+$/.test(given) ? Number(given) : undefined;
}

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

/** As `checks` and messages name it: `query "shoes"`. */
export function calledQuery({ name, collection, parameters }: Query): string {
  if (name !== null) return `query "${name}"`;
  const { q, query_by: by } = parameters;
  const words = [q !== undefined && `q=${q}`, by !== undefined && `query_by=${by}`]
    .filter(Boolean)
    .join(", ");
  return `query of "${collection}"${words === "" ? "" : ` (${words})`}`;
}
