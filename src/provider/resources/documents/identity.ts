import type { CollectionRecord, Snapshots } from "../../../dataPlane";
import { countOf } from "../../model/words";

/**
 * The collection that documents went into, by what no restart of a server changes (docs/design/data-plane.md#identity). The time
 * of its creation is none of it: a server that replays its log sets it anew, and each node has its own.
 */
export interface CollectionIdentity {
  /** The name of the collection itself, which an alias may stand for. */
  readonly name: string;
  /** What the create of this configuration chose that made it; absent: none that is known. */
  readonly made?: string;
  /** The parts of its schema that no update can change; null: the server did not say. */
  readonly schema: FixedSchema;
  /** Epoch seconds, one node's own. Decides nothing: it only says when a warning may be due. */
  readonly created_at: number | null;
}

interface FixedSchema {
  /** `""` where there is none, also where its field was dropped since. */
  readonly default_sorting_field: string | null;
  readonly enable_nested_fields: boolean | null;
  /** Sorted. */
  readonly token_separators: readonly string[];
  readonly symbols_to_index: readonly string[];
}

/** Whether the imported documents are where they were brought. */
export type Verdict =
  | { readonly kind: "same" }
  /** It is another collection: why that is certain, as sentences. */
  | { readonly kind: "other"; readonly why: string }
  /** It may be another one, and may be the same: what speaks against it, as sentences. */
  | { readonly kind: "unclear"; readonly why: string };

const SAME: Verdict = { kind: "same" };

/** Seconds by which the nodes of one cluster differ, at most, in when they created a collection. */
const NODES_DIFFER_S = 60;

/** What identifies the collection that documents are brought into now. */
export function identityOf(record: CollectionRecord, made: string | undefined): CollectionIdentity {
  const { name, default_sorting_field, enable_nested_fields, created_at } = record;
  return {
    name,
    ...(made !== undefined && { made }),
    schema: {
      default_sorting_field,
      enable_nested_fields,
      token_separators: [...record.token_separators].sort(),
      symbols_to_index: [...record.symbols_to_index].sort(),
    },
    created_at,
  };
}

/** The same after a look that found nothing against it: what is new is taken over, what a server leaves out is kept. */
export function mergedIdentity(
  before: CollectionIdentity | undefined,
  now: CollectionIdentity,
): CollectionIdentity {
  if (before === undefined) return now;
  const { default_sorting_field: sorting, enable_nested_fields: nested } = now.schema;
  return {
    ...before,
    ...now,
    ...((before.made ?? now.made) !== undefined && { made: before.made ?? now.made }),
    schema: {
      ...now.schema,
      // Without its field, the default is "" for good: the first one still tells this collection from others.
      default_sorting_field: sorting || before.schema.default_sorting_field,
      enable_nested_fields: nested ?? before.schema.enable_nested_fields,
    },
    created_at: now.created_at ?? before.created_at,
  };
}

/**
 * Why a record is not of the collection that the documents went into, by evidence that no restart and no update can make;
 * undefined: nothing says so.
 *
 * @param imported how many documents were imported
 * @param made the create of this configuration that made the collection of this name, where that is known
 */
export function evidenceAgainst(
  before: CollectionIdentity | undefined,
  imported: number | null,
  record: CollectionRecord,
  made: string | undefined,
): string | undefined {
  if (before?.made !== undefined && made !== undefined && before.made !== made)
    return "This configuration has created it anew since.";
  if (before !== undefined && before.name !== record.name)
    return `The name stands for collection "${record.name}" now, and they went into "${before.name}".`;
  const part = before && changedPart(before.schema, identityOf(record, undefined).schema);
  if (part !== undefined) return `Its ${part} is another one, which no update can change.`;
  if (record.num_documents === 0 && (imported ?? 0) > 0)
    return `It holds no documents, and ${countOf(imported ?? 0)} ${imported === 1 ? "was" : "were"} imported.`;
  return undefined;
}

function changedPart(before: FixedSchema, now: FixedSchema): string | undefined {
  // A default sorting field goes with its field, and never comes back.
  if (now.default_sorting_field && isOther(before.default_sorting_field, now.default_sorting_field))
    return "default_sorting_field";
  if (isOther(before.enable_nested_fields, now.enable_nested_fields)) return "enable_nested_fields";
  for (const name of ["token_separators", "symbols_to_index"] as const)
    if (before[name].join("\n") !== now[name].join("\n")) return name;
  return undefined;
}

function isOther<T>(before: T | null, now: T | null): boolean {
  return before !== null && now !== null && before !== now;
}

/**
 * Judges what all nodes have under the name. Importing again overwrites what applications have written since, so "another
 * collection" counts only where every node has said so: one that lags behind shows what there was before.
 */
export function compareNodes(
  before: CollectionIdentity | undefined,
  imported: number | null,
  { seen, unseen }: Snapshots<CollectionRecord>,
  made: string | undefined,
): Verdict {
  const reasons = seen.map(({ value }) => value && evidenceAgainst(before, imported, value, made));
  const [why] = reasons;
  if (!why || reasons.some((one) => !one)) return SAME;
  if (unseen.length === 0) return { kind: "other", why };
  return {
    kind: "unclear",
    why: `${why} ${unseen.length} of ${seen.length + unseen.length} nodes did not answer.`,
  };
}

/** What one look shows against a collection that nothing proves to be another one; undefined: nothing. */
export function doubtOf(
  before: CollectionIdentity | undefined,
  imported: number | null,
  record: CollectionRecord,
): string | undefined {
  const { created_at: createdAt, num_documents: documents } = record;
  const [was, now] = [before?.created_at ?? null, createdAt];
  const isLater = was !== null && now !== null && now - was > NODES_DIFFER_S;
  if (!isLater || documents === null || documents >= (imported ?? 0)) return undefined;
  return `It holds ${countOf(documents)}, ${imported} were imported, and its time of creation is later than it was. A restart of its server explains that, and so does a collection that somebody has created anew.`;
}
