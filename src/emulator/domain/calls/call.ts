import * as z from "zod";
import { fromDialect, toDialect } from "../../../api/dialects";
import { DEFAULT_PER_PAGE } from "../../../api/limits";
import type { ManagementKey } from "../access";
import type { Assumptions } from "../assumptions";
import { parseJson } from "../rules/body";
import { checkBody, isRecord } from "../rules/fields";
import { problemsRefusal, RefusalError, type RefusalOf } from "../rules/refusal";
import type { World } from "../world";

/** One request that has passed the key, the rate limit and the capability. */
export interface Call {
  readonly world: World;
  readonly key: ManagementKey;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly contentType: string | null;
  readonly body: string;
  /** Epoch milliseconds of the emulator's clock on arrival. */
  readonly now: number;
}

/** Returns the record or envelope of a successful operation, in canonical names. @throws RefusalError */
export type Handler = (call: Call) => unknown;

/**
 * Parses the JSON object of the request's body, in canonical names.
 * @param optional accepts no body as an empty object
 * @throws RefusalError 400
 */
export function jsonBody(call: Call, optional = false): Record<string, unknown> {
  if (optional && call.body === "") return {};
  if (!/^application\/json\s*(;|$)/i.test(call.contentType ?? "")) {
    throw new RefusalError(
      400,
      `The content type must be application/json, not ${call.contentType ?? "absent"}`,
    );
  }
  let value: unknown;
  try {
    value = parseJson(call.body);
  } catch {
    throw new RefusalError(400, "The request body is not valid JSON");
  }
  if (!isRecord(value)) throw new RefusalError(400, "The request body must be a JSON object");
  return fromDialect(call.world.dialect, value);
}

/** Returns the function that turns failed rules into a refusal with field names in the caller's dialect. */
export function refusalFor({ world }: Call): RefusalOf {
  const named = (field: string) => Object.keys(toDialect(world.dialect, { [field]: null })).join();
  return (status, problems) => problemsRefusal(status, problems, named);
}

interface Listed {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** Returns the records in the order of lists. */
export function ordered<Item extends Listed>(
  records: readonly Item[],
  order: Assumptions["list_order"],
): Item[] {
  if (order === "by_id") return [...records].sort((left, right) => (left.id < right.id ? -1 : 1));
  const oldestFirst = [...records].sort((left, right) => left.createdAt - right.createdAt);
  return order === "oldest_first" ? oldestFirst : oldestFirst.reverse();
}

/** Parses the query of a request. @throws RefusalError 400 */
export function readQuery<Schema extends z.ZodObject>(call: Call, schema: Schema): z.output<Schema> {
  return checkBody({ schema }, Object.fromEntries(call.query), refusalFor(call));
}

/**
 * Returns the requested page of some records, in the envelope of lists (management API, Paginated list envelopes).
 * @param shown returns a record as the API shows it
 * @throws RefusalError 400 for an invalid page
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

/** The parameters page and per_page (management API, Query parameters). */
function pageQuery(maximum: number) {
  return z.object({
    page: wholeNumber(Number.POSITIVE_INFINITY, "must be a whole number of 1 or more").default(1),
    per_page: wholeNumber(maximum, `must be a whole number from 1 to ${maximum}`).default(DEFAULT_PER_PAGE),
  });
}

function wholeNumber(maximum: number, words: string) {
  return z
    .string()
    .regex(/^\d{1,15}$/, words)
    .transform(Number)
    .refine((value) => value >= 1 && value <= maximum, words);
}
