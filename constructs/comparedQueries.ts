import { Token } from "cdktf";
import { MOST_HITS, pageOf } from "../src/api/dataPlane/requests";
import { check } from "./checks";
import { type SearchParameters, stringsOf } from "./collectionExpectation";

/** A search whose results on two sides are compared. */
export interface ComparedQuery {
  readonly name?: string;
  readonly parameters: SearchParameters;
  readonly sameTop?: number;
  readonly tolerance?: number;
  readonly maxSlowdown?: number;
}

/** Returns the block of a query, without what only one type has. */
export function comparedBlock({ name, parameters, sameTop, tolerance, maxSlowdown }: ComparedQuery) {
  return { name, parameters: stringsOf(parameters), sameTop, tolerance, maxSlowdown };
}

/** @throws for a query that cannot compare anything, for one that fails another check of its type, and for two with one name */
export function checkComparedQueries<Query extends ComparedQuery>(
  owner: string,
  queries: readonly Query[],
  checkOne: (place: string, query: Query) => void = () => {},
): void {
  for (const [index, query] of queries.entries()) {
    const name = isKnown(query.name) ? JSON.stringify(query.name) : `${index + 1}`;
    const place = `${owner}, in the query ${name},`;
    checkOne(place, query);
    const { parameters } = query;
    check(
      Token.isUnresolved(parameters) || Object.keys(parameters).length > 0,
      `${place} has no parameters, so there is nothing to search: pass parameters such as { q: "shoes", query_by: "title" }.`,
    );
    checkNumbers(place, query);
  }
  const names = queries.map(({ name }) => name).filter(isKnown);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  check(
    twice === undefined,
    `${owner} has two queries with the name ${JSON.stringify(twice)}, so their results could not be distinguished: rename one.`,
  );
}

function checkNumbers(place: string, { sameTop, tolerance, maxSlowdown, parameters }: ComparedQuery): void {
  check(
    !isKnown(sameTop) || (Number.isInteger(sameTop) && sameTop >= 0 && sameTop <= MOST_HITS),
    `${place} has sameTop ${sameTop}: pass a whole number from 0 (compares no documents) to ${MOST_HITS}.`,
  );
  check(
    !isKnown(tolerance) || (tolerance >= 0 && tolerance <= 100),
    `${place} has tolerance ${tolerance}, but it is a percentage: pass 0 to 100.`,
  );
  check(
    !isKnown(maxSlowdown) || maxSlowdown >= 1,
    `${place} has maxSlowdown ${maxSlowdown}, but it is the allowed ratio of search times: pass at least 1, such as 1.5.`,
  );
  const page = Token.isUnresolved(parameters) ? undefined : pageOf(parameters);
  check(
    !isKnown(sameTop) || page === undefined || sameTop <= page,
    `${place} has sameTop ${sameTop}, but its parameters request ${page} documents: raise per_page, or lower sameTop.`,
  );
}

function isKnown<T>(value: T | undefined): value is T {
  return value !== undefined && !Token.isUnresolved(value);
}
