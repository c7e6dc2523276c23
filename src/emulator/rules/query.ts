import { DEFAULT_PER_PAGE } from "../../api/limits";
import type { Problem } from "./fields";

export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
}

/** Query parameters that an operation does not have, or that are given twice. */
export function queryProblems(query: URLSearchParams, known: readonly string[]): Problem[] {
  return [...new Set(query.keys())].flatMap((field) => {
    if (!known.includes(field)) return [{ field, text: "is not a query parameter of this operation" }];
    return query.getAll(field).length > 1 ? [{ field, text: "must be given once" }] : [];
  });
}

/** Reads page and per_page (management API, Query parameters), or says what is wrong with them. */
export function readPage(query: URLSearchParams, maximum: number): PageRequest | { problems: Problem[] } {
  const page = wholeNumber(query.get("page"), 1);
  const perPage = wholeNumber(query.get("per_page"), DEFAULT_PER_PAGE);
  const problems: Problem[] = [];
  if (page === null || page < 1)
    problems.push({ field: "page", text: "must be a whole number of 1 or more" });
  if (perPage === null || perPage < 1 || perPage > maximum) {
    problems.push({ field: "per_page", text: `must be a whole number from 1 to ${maximum}` });
  }
  return page === null || perPage === null || problems.length > 0 ? { problems } : { page, perPage };
}

function wholeNumber(value: string | null, otherwise: number): number | null {
  if (value === null) return otherwise;
  return /^-?\d{1,15}$/.test(value) ? Number(value) : null;
}
