import type { Assumptions } from "../assumptions/index";
import { readPage } from "../rules/query";
import { type Call, refuseProblems } from "./call";

interface Listed {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** The records in the order that lists have. */
export function ordered<Item extends Listed>(
  records: readonly Item[],
  order: Assumptions["list_order"],
): Item[] {
  if (order === "by_id") return [...records].sort((left, right) => (left.id < right.id ? -1 : 1));
  const oldestFirst = [...records].sort((left, right) => left.createdAt - right.createdAt);
  return order === "oldest_first" ? oldestFirst : oldestFirst.reverse();
}

/**
 * The asked page of some records, in the envelope of lists (management API, Paginated list envelopes).
 * @param shown how one record is answered
 * @throws Refusal 400 for a page that cannot be
 */
export function paged<Item>(
  call: Call,
  key: string,
  maximum: number,
  records: readonly Item[],
  shown: (record: Item) => unknown,
): unknown {
  const page = readPage(call.query, maximum);
  if ("problems" in page) {
    refuseProblems(call, 400, page.problems);
    return null;
  }
  const from = (page.page - 1) * page.perPage;
  return {
    page: page.page,
    per_page: page.perPage,
    total: records.length,
    [key]: records.slice(from, from + page.perPage).map(shown),
  };
}
