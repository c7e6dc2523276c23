import { isDeepStrictEqual } from "node:util";
import type { OpenNodeRecord } from "../api/dataPlane/records";
import type { OpenBody, StemmedWord } from "../api/dataPlane/requests";
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
  | "StemmingDictionary"
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
  if (kind === "StemmingDictionary") return putDictionary(nodes, { name, body, isNew, isWanted }, { signal });
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

/**
 * Creates or edits a dictionary. Servers only add words to one that exists, so it is deleted first if a word of it is not among the wanted
 * ones, or has another root. A run that ends in between leaves none, and the next plan creates it.
 */
async function putDictionary(
  nodes: Nodes,
  { name, body, isNew = false, isWanted }: Omit<NamedWrite, "kind">,
  { signal }: Options,
): Promise<OpenNodeRecord> {
  const kind = "StemmingDictionary";
  const words = body.words as readonly StemmedWord[];
  const comparison = telling(nodes, kind, name, signal);
  const before = isNew ? null : await comparison.look();
  const isDeleted = before?.seen.some(({ value }) => value !== null && !isWithin(value, words)) ?? false;
  if (isDeleted) await deleteNamed(nodes, kind, name, { signal });
  return putOnce<OpenNodeRecord>(nodes, signal, {
    ...comparison,
    ...(!isDeleted && { before }),
    isWanted,
    send: () =>
      nodes
        .call(
          "importStemmingDictionary",
          { query: { id: name }, body: words, subject: JSON.stringify(name) },
          { signal },
        )
        .then(() => ({ id: name, words })),
  });
}

/** True if an import makes a dictionary equal to these words: it only adds some, and changes no root. */
function isWithin(dictionary: OpenNodeRecord, words: readonly StemmedWord[]): boolean {
  const roots = new Map(words.map(({ word, root }) => [word, root]));
  return (dictionary.words as readonly StemmedWord[]).every(({ word, root }) => roots.get(word) === root);
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

/** Returns the records of a kind, as any node lists them. Of stemming dictionaries, servers list only the names. */
export async function listNamed(
  nodes: Nodes,
  kind: NamedKind,
  options: Options,
): Promise<readonly OpenNodeRecord[]> {
  if (kind !== "StemmingDictionary") return nodes.call(`list${kind}s`, {}, options);
  const names = await nodes.call("listStemmingDictionaries", {}, options);
  return names.map((id) => ({ id }));
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
