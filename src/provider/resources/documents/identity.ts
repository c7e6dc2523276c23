import type { CollectionRecord, Snapshots } from "../../../dataPlane";
import { countOf } from "../../model/words";
import { markOf } from "../../shared/collection/versionMark";

/**
 * The identity of the collection that documents were imported into, by properties that no restart of a server changes
 * (docs/design/data-plane.md#identity). Its creation time is not one of them: a server resets it when it replays its log, and each node
 * has its own.
 */
export interface CollectionIdentity {
  /** The name of the collection itself; the configuration may name an alias. */
  readonly name: string;
  /** The random id that its create chose; absent: not created by this configuration, as far as is known. */
  readonly made?: string;
  /** The alias whose mark it carries, as a version of a live collection; absent: it carries none. */
  readonly versionOf?: string;
  /** The parts of its schema that no update can change; null: the server does not show them. */
  readonly schema: FixedSchema;
  /** Epoch seconds of one node. Only used for warnings. */
  readonly created_at: number | null;
}

interface FixedSchema {
  /** `""`: there is none, or its field was dropped since. */
  readonly default_sorting_field: string | null;
  readonly enable_nested_fields: boolean | null;
  /** Sorted. */
  readonly token_separators: readonly string[];
  readonly symbols_to_index: readonly string[];
}

/** The result of comparing a collection with the one that the documents were imported into. */
export type Verdict =
  | { readonly kind: "same" }
  /** It is certainly another collection, with the reason as sentences. */
  | { readonly kind: "other"; readonly why: string }
  /** It may be another collection, with the reason as sentences. */
  | { readonly kind: "unclear"; readonly why: string };

const SAME: Verdict = { kind: "same" };

/** The largest difference in seconds between the times at which the nodes of a cluster created a collection. */
const NODES_DIFFER_S = 60;

/** Returns the identity of a collection. */
export function identityOf(record: CollectionRecord, made: string | undefined): CollectionIdentity {
  const { name, default_sorting_field, enable_nested_fields, created_at } = record;
  const mark = markOf(record);
  return {
    name,
    ...(made !== undefined && { made }),
    ...(mark !== null && { versionOf: mark.alias }),
    schema: {
      default_sorting_field,
      enable_nested_fields,
      token_separators: [...record.token_separators].sort(),
      symbols_to_index: [...record.symbols_to_index].sort(),
    },
    created_at,
  };
}

/**
 * Merges the stored identity with a newer one of the same collection. Properties that the server leaves out are kept. Of a live collection,
 * the newer one may be that of another version, whose schema is its own.
 */
export function mergedIdentity(
  before: CollectionIdentity | undefined,
  now: CollectionIdentity,
): CollectionIdentity {
  if (before === undefined || before.name !== now.name) return now;
  const { default_sorting_field: sorting, enable_nested_fields: nested } = now.schema;
  return {
    ...before,
    ...now,
    ...((before.made ?? now.made) !== undefined && { made: before.made ?? now.made }),
    schema: {
      ...now.schema,
      // Once its field is dropped, the default is "" for good: the first value still identifies the collection.
      default_sorting_field: sorting || before.schema.default_sorting_field,
      enable_nested_fields: nested ?? before.schema.enable_nested_fields,
    },
    created_at: now.created_at ?? before.created_at,
  };
}

/**
 * Returns the reason why a record is of another collection than the one that the documents were imported into; undefined: nothing proves
 * it. Only evidence counts that no restart and no update can cause.
 *
 * @param imported the number of imported documents
 * @param made the id of the create that made the current collection, if known
 * @param behind the name by which the collection was found
 */
export function evidenceAgainst(
  before: CollectionIdentity | undefined,
  imported: number | null,
  record: CollectionRecord,
  made: string | undefined,
  behind: Behind = BY_NO_NAME,
): string | undefined {
  if (before !== undefined && before.name !== record.name && isAnotherVersion(before, record, behind))
    return isEmptied(imported, record);
  if (before?.made !== undefined && made !== undefined && before.made !== made)
    return "This configuration has created it again since.";
  if (before !== undefined && before.name !== record.name)
    return `The name refers to collection "${record.name}" now, and the documents were imported into "${before.name}".`;
  const part = before && changedPart(before.schema, identityOf(record, undefined).schema);
  if (part !== undefined) return `Its ${part} differs, which no update can change.`;
  return isEmptied(imported, record);
}

function isEmptied(
  imported: number | null,
  { num_documents: documents }: CollectionRecord,
): string | undefined {
  if (documents !== 0 || (imported ?? 0) === 0) return undefined;
  return `It is empty, and ${countOf(imported ?? 0)} ${imported === 1 ? "was" : "were"} imported.`;
}

/** The name by which a collection was found: an alias perhaps, of a live collection perhaps. */
export interface Behind {
  readonly name: string | null;
  /** The versions of the live collection of that name in this configuration; undefined: none is known. */
  readonly versions?: ReadonlySet<string> | undefined;
}

const BY_NO_NAME: Behind = { name: null };

/**
 * True if a collection with another name is another version of the same live collection, which has its documents: this configuration
 * says so, or the marks do. The mark of the new one names the former one, or both carry the mark of the alias.
 */
export function isAnotherVersion(
  before: CollectionIdentity,
  record: CollectionRecord,
  { name: alias, versions }: Behind,
): boolean {
  if (versions?.has(record.name)) return true;
  const mark = markOf(record);
  if (mark === null || mark.alias !== alias) return false;
  if (before.versionOf === alias) return true;
  // While it is being filled, nothing has moved to it.
  return mark.step !== "copy" && (mark.from === before.name || before.name in mark.retired);
}

/**
 * True if the alias of a live collection of this configuration leads to a collection that is none of its versions: its next apply moves
 * the alias back, and the imported documents are in the version that it leads to then.
 */
export function isMovedBack(record: CollectionRecord, { name, versions }: Behind): boolean {
  return versions !== undefined && !versions.has(record.name) && markOf(record)?.alias !== name;
}

function changedPart(before: FixedSchema, now: FixedSchema): string | undefined {
  // The default sorting field is dropped with its field, for good: an empty one proves nothing.
  if (now.default_sorting_field && isDifferent(before.default_sorting_field, now.default_sorting_field))
    return "default_sorting_field";
  if (isDifferent(before.enable_nested_fields, now.enable_nested_fields)) return "enable_nested_fields";
  for (const name of ["token_separators", "symbols_to_index"] as const)
    if (before[name].join("\n") !== now[name].join("\n")) return name;
  return undefined;
}

function isDifferent<T>(before: T | null, now: T | null): boolean {
  return before !== null && now !== null && before !== now;
}

/**
 * Compares the collection of every node with the stored identity. Importing again overwrites documents that applications have written
 * since, so it is another collection only if every node shows another one: a node that lags behind shows the former one.
 */
export function compareNodes(
  before: CollectionIdentity | undefined,
  imported: number | null,
  { seen, unseen }: Snapshots<CollectionRecord>,
  made: string | undefined,
  behind?: Behind,
): Verdict {
  const reasons = seen.map(({ value }) => value && evidenceAgainst(before, imported, value, made, behind));
  const [why] = reasons;
  if (!why || reasons.some((one) => !one)) return SAME;
  if (unseen.length === 0) return { kind: "other", why };
  return {
    kind: "unclear",
    why: `${why} ${unseen.length} of ${seen.length + unseen.length} nodes did not answer.`,
  };
}

/** Returns the reason to doubt that a record is of the same collection if nothing proves that it is another one; undefined: none. */
export function doubtOf(
  before: CollectionIdentity | undefined,
  imported: number | null,
  record: CollectionRecord,
): string | undefined {
  const { created_at: createdAt, num_documents: documents } = record;
  const [was, now] = [before?.created_at ?? null, createdAt];
  const isLater = was !== null && now !== null && now - was > NODES_DIFFER_S;
  if (!isLater || documents === null || documents >= (imported ?? 0)) return undefined;
  return `It holds ${countOf(documents)}, ${imported} were imported, and its creation time is later than before. Either its server was restarted, or somebody has created the collection again.`;
}
