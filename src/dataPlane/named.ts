import { isDeepStrictEqual } from "node:util";
import type { OpenNodeRecord } from "../api/dataPlane/records";
import type { OpenBody } from "../api/dataPlane/requests";
import type { Nodes, Snapshots } from "./nodes";
import { type Deleted, deleteOnce, putOnce } from "./once/once";
import { nullIfMissing } from "./snapshots";

/** What a server keeps by name, beside collections and aliases; as the operations name it. */
export type NamedKind = "SynonymSet" | "CurationSet" | "Preset" | "StopwordsSet" | "AnalyticsRule";

interface Options {
  readonly signal: AbortSignal;
}

/** The record, without the envelope that some answers have; null when there is none of this name. */
export async function readNamed(
  nodes: Nodes,
  kind: NamedKind,
  name: string,
  options: Options,
): Promise<OpenNodeRecord | null> {
  return nullIfMissing(nodes.call(`get${kind}`, { path: { name } }, options));
}

/** A record to be written. */
export interface NamedWrite {
  readonly kind: NamedKind;
  readonly name: string;
  readonly body: OpenBody;
  /** Whether it was just found not to be there. */
  readonly isNew?: boolean;
  /** Whether a record is what this is to bring about: servers add defaults. */
  readonly isWanted: (record: OpenNodeRecord) => boolean;
}

/** Creates the record, or replaces what it holds. Once: see {@link putOnce}. */
export async function putNamed(
  nodes: Nodes,
  { kind, name, body, isNew = false, isWanted }: NamedWrite,
  { signal }: Options,
): Promise<OpenNodeRecord> {
  return putOnce(nodes, signal, {
    ...telling(nodes, kind, name, signal),
    ...(isNew && { before: null }),
    isWanted,
    send: () => nodes.call(`upsert${kind}`, { path: { name }, body }, { signal }),
  });
}

/** Deletes the record. */
export async function deleteNamed(
  nodes: Nodes,
  kind: NamedKind,
  name: string,
  { signal }: Options,
): Promise<Deleted> {
  return deleteOnce(nodes, signal, {
    ...telling(nodes, kind, name, signal),
    send: () => nodes.call(`delete${kind}`, { path: { name } }, { signal }),
  });
}

function telling(nodes: Nodes, kind: NamedKind, name: string, signal: AbortSignal) {
  return {
    what: "record",
    name,
    look: (): Promise<Snapshots<OpenNodeRecord>> =>
      nodes.everywhere(`get${kind}`, { path: { name } }, { signal }),
    isSame: (before: OpenNodeRecord, now: OpenNodeRecord) => isDeepStrictEqual(before, now),
    describe: () => "Its content is different.",
  };
}
