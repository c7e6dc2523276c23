import type { Nodes } from "../nodes";

/** The versions that an update works on: collections of these names, never an alias. */
export interface VersionPair {
  /** The live version. */
  readonly from: string;
  /** The version that takes its place. Only the update writes to it before the alias moves. */
  readonly to: string;
}

/** The field in which the application stores when it last wrote a document. */
export interface UpdatedAt {
  readonly field: string;
  readonly unit: "s" | "ms";
}

export interface SyncProgress {
  readonly stage: "copy" | "catchUp" | "settle";
  /** Documents of the copy; passes of the other stages. */
  readonly done: number;
  /** Documents to copy, or the most passes; null: unknown. */
  readonly total: number | null;
}

/** The input of every step of an update. */
export interface SyncContext {
  readonly nodes: Nodes;
  readonly pair: VersionPair;
  /** Null: edits of documents are not seen, only documents that are missing or deleted. */
  readonly updatedAt: UpdatedAt | null;
  readonly signal: AbortSignal;
  /** The end of the update, in milliseconds of `nodes.clock`. */
  readonly deadline: number;
  readonly onProgress?: (progress: SyncProgress) => void;
  /** Called before writes to the new version that nothing at the server makes conditional. Throws if somebody else has taken it over. @param always looks now, however short ago it has */
  readonly mayWrite?: (always?: boolean) => Promise<void>;
}

/** Milliseconds by which the clocks of applications and nodes may differ, and for which a write may be on its way. */
export const OVERLAP_MS = 60_000;

/** The most passes of a catch-up, or of a settle. */
export const MOST_PASSES = 10;

/** Returns the number of documents, of so many, that may differ while applications write. */
export function few(documents: number): number {
  return Math.max(20, Math.floor(documents / 1000));
}

/**
 * Returns the time in milliseconds since the epoch. Thresholds are compared with times of documents, so the earliest clock counts: a threshold
 * that is too early only sends or compares more, and one that is too late misses edits.
 */
export function timeAt({ earliestNow }: Pick<Nodes, "earliestNow">): number {
  return earliestNow();
}

/** Returns the filter for documents that were written at a time, in milliseconds, or later. */
export function writtenSince({ field, unit }: UpdatedAt, at: number): string {
  return `${field}:>=${Math.max(0, Math.floor(unit === "s" ? at / 1000 : at))}`;
}

/** Returns when a document was last written, in milliseconds; null if it does not say so in a number. */
export function writtenAt(
  document: { readonly [name: string]: unknown },
  { field, unit }: UpdatedAt,
): number | null {
  const value = timeIn(document, field);
  return value === null ? null : Number(value) * (unit === "s" ? 1000 : 1);
}

/** Returns the value of the field with the time of the last write, as stored; null if it is no number. */
export function timeIn(
  document: { readonly [name: string]: unknown },
  field: string,
): number | bigint | null {
  const value = valueAt(document, field);
  return typeof value === "number" || typeof value === "bigint" ? value : null;
}

/** Returns the value of a field. The name of a field in an object is a path, unless the document has a property of the whole name. */
function valueAt(value: unknown, field: string): unknown {
  if (typeof value !== "object" || value === null) return null;
  if (Object.hasOwn(value, field)) return (value as Record<string, unknown>)[field];
  const dot = field.indexOf(".");
  if (dot < 0) return null;
  const [first, rest] = [field.slice(0, dot), field.slice(dot + 1)];
  return Object.hasOwn(value, first) ? valueAt((value as Record<string, unknown>)[first], rest) : null;
}
