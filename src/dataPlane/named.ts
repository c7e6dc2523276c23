import { isDeepStrictEqual } from "node:util";
import type { OpenNodeRecord } from "../api/dataPlane/records";
import type { OpenBody } from "../api/dataPlane/requests";
import type { Nodes, Snapshots } from "./nodes";
import { type Deleted, deleteOnce, putOnce } from "./once/once";
import { nullIfMissing } from "./snapshots";

/** The kinds of named records, as in the names of operations. */
export type NamedKind =
  | "SynonymSet"
  | "CurationSet"
  | "Preset"
  | "StopwordsSet"
  | "AnalyticsRule"
  | PostedKind;

/** The kinds that a POST creates: a PUT of a missing one is a 404. */
type PostedKind = "ConversationModel" | "NlSearchModel";

const POSTED: ReadonlySet<NamedKind> = new Set<PostedKind>(["ConversationModel", "NlSearchModel"]);
const isPosted = (kind: NamedKind): kind is PostedKind => POSTED.has(kind);

interface Options {
  readonly signal: AbortSignal;
}

/** Reads the record, without the envelope that some answers have; null if none has this name. */
export async function readNamed(
  nodes: Nodes,
  kind: NamedKind,
  name: string,
  options: Options,
): Promise<OpenNodeRecord | null> {
  return nullIfMissing(nodes.call(`get${kind}`, { path: { name } }, options));
}

/** A record to write. */
export interface NamedWrite {
  readonly kind: NamedKind;
  readonly name: string;
  readonly body: OpenBody;
  /** True if it was just found to be missing. */
  readonly isNew?: boolean;
  /** True if a record is the wanted one: servers add defaults. */
  readonly isWanted: (record: OpenNodeRecord) => boolean;
}

/** Creates or replaces the record. See {@link putOnce}. */
export async function putNamed(
  nodes: Nodes,
  { kind, name, body, isNew = false, isWanted }: NamedWrite,
  { signal }: Options,
): Promise<OpenNodeRecord> {
  return putOnce(nodes, signal, {
    ...telling(nodes, kind, name, signal),
    ...(isNew && { before: null }),
    isWanted,
    send: () =>
      isNew && isPosted(kind)
        ? nodes.call(
            `create${kind}`,
            { body: { ...body, id: name }, subject: JSON.stringify(name) },
            { signal },
          )
        : nodes.call(`upsert${kind}`, { path: { name }, body }, { signal }),
  });
}

/** Deletes the record. See {@link deleteOnce}. */
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
