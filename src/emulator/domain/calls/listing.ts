import type * as z from "zod";
import type { Assumptions } from "../assumptions";
import { checkBody } from "../rules/fields";
import { pageQuery } from "../rules/query";
import { type Call, refusalFor } from "./call";

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

/** The query of a request as its schema reads it. @throws Refusal 400 */
export function readQuery<Schema extends z.ZodObject>(call: Call, schema: Schema): z.output<Schema> {
  return checkBody({ schema }, Object.fromEntries(call.query), refusalFor(call));
}

/**
 * The requested page of some records, in the envelope of lists (management API, Paginated list envelopes).
 * @param shown how one record is answered
 * @throws Refusal 400 for a page that cannot be
 */
export function paged<Item extends Listed>(
  call: Call,
  key: string,
  maximum: number,
  records: readonly Item[],
  shown: (record: Item) => unknown,
): unknown {
  const { page, per_page } = readQuery(call, pageQuery(maximum));
  const from = (page - 1) * per_page;
  const items = ordered(records, call.world.assumptions.list_order)
    .slice(from, from + per_page)
    .map(shown);
  return { page, per_page, total: records.length, [key]: items };
}
