import { t } from "../../framework";
import { givenName, text } from "../model/attributes";

/** The attribute that identifies the object of a data source. */
export const requiredId = (description: string) => ({ ...givenName(description), mode: "required" }) as const;
export const clusterId = requiredId("Cluster reference ID.");

/** A filter: only records with exactly this value. */
export const filter = (description: string) => ({ type: t.string, mode: "optional", description }) as const;

/** The records that a data source lists. */
export const listed = <const A extends t.NestedAttributes>(description: string, attributes: A) =>
  ({ type: t.nested.list(attributes), mode: "computed", description }) as const;

/** A whole record, for what has no attribute of its own. */
export const json = (what: string) =>
  text(`${what} as the service answers it: one line of JSON with sorted keys. Read it with \`jsondecode\`.`);
/** Reads all pages, and returns the records with this status; null for every record. */
export async function readAll<T extends object>(
  records: AsyncIterable<T>,
  status: string | null,
): Promise<T[]> {
  const found: T[] = [];
  for await (const record of records) {
    if (status === null || ("status" in record && record.status === status)) found.push(record);
  }
  return found;
}

/** Orders records newest first, and those of one time by id, so that the order is stable. */
export function newestFirst<T extends { readonly id: string; readonly created_at: number | null }>(
  a: T,
  b: T,
): number {
  return (b.created_at ?? 0) - (a.created_at ?? 0) || byCodeUnit(a.id, b.id);
}

/** Orders the numbers that are ids of keys, as strings of digits. */
export function byNumber(a: string, b: string): number {
  return a.length - b.length || byCodeUnit(a, b);
}

/** Orders strings by their code units, which is the same on every machine. */
export function byCodeUnit(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
