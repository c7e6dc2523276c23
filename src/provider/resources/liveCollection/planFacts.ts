import { countIfKnown } from "../../model/words";
import type { LiveDecision } from "./decide";
import type { MemoryNeed } from "./estimate";
import { versionNamed } from "./model";
import { type LiveCollectionValues, RETAIN } from "./schema";
import type { ObservedVersions } from "./versions";

/** A warning of a plan. */
export interface PlanMessage {
  readonly summary: string;
  readonly detail: string;
}

/** The facts that the messages of a plan are made of. */
export interface PlanFacts {
  readonly prior: LiveCollectionValues;
  readonly planned: LiveCollectionValues;
  readonly seen: ObservedVersions;
  readonly decision: LiveDecision;
  /** The attributes whose edit no server makes in place. */
  readonly another: readonly string[];
  /** The retained versions with the planned schema to which somebody has written. */
  readonly filled: readonly string[];
  /** The memory that a new version needs; null: not known. */
  readonly memory: MemoryNeed | null;
}

/** Returns the number of documents of a version; null: not known. */
export function documentsOf(seen: ObservedVersions, name: string | null): number | null {
  return versionNamed(seen, name)?.record.num_documents ?? null;
}

/** Describes the documents of a version: "3 documents". */
export function holdingOf(seen: ObservedVersions, name: string): string {
  return countIfKnown(documentsOf(seen, name));
}

/** Formats a time in milliseconds (RFC 3339). */
export function momentOf(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Describes what `retain` keeps, within a sentence. */
export function retainText({ retain }: LiveCollectionValues): string {
  const kept = retain ?? RETAIN;
  if (kept === 0) return "retain = 0 keeps none";
  return `retain = ${kept} keeps ${kept === 1 ? "one" : kept} behind the live version`;
}
