import { isRecord } from "../../../domain/rules/fields";
import type { ClusterData, StoredCollection } from "../../../domain/store/data";

/** A rule that changes what a search answers. */
export interface Curation {
  readonly id: string;
  readonly rule: {
    readonly query: string;
    readonly match: string;
    readonly filterBy: string;
    readonly tags: readonly string[];
  };
  readonly includes: readonly { readonly id: string; readonly position: number }[];
  readonly excludes: readonly string[];
  readonly filterBy: string;
  readonly sortBy: string;
  readonly replaceQuery: string;
  readonly removesMatchedTokens: boolean;
  readonly filtersCuratedHits: boolean;
  readonly stopsProcessing: boolean;
  /** Epoch seconds; null: no limit. */
  readonly from: number | null;
  readonly to: number | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** The rules of a collection, by their ids: its own ones up to 29, those of the sets that are attached to it from 30. */
export function curationsOf(
  collection: StoredCollection,
  { named }: ClusterData,
  isSince30: boolean,
): Curation[] {
  if (!isSince30) return [...collection.overrides.values()].map(curationOf).sort(byId);
  return collection.curation_sets.flatMap((name) => {
    const items = named.curation_sets.get(name)?.items ?? [];
    return items.map(curationOf).sort(byId);
  });
}

function byId(left: { readonly id: string }, right: { readonly id: string }): number {
  return left.id < right.id ? -1 : 1;
}

/** Reads a rule as it is stored. */
export function curationOf(record: Readonly<Record<string, unknown>>): Curation {
  const rule = isRecord(record.rule) ? record.rule : {};
  const filterBy = text(record.filter_by);
  return {
    id: text(record.id),
    rule: {
      query: text(rule.query),
      match: text(rule.match),
      filterBy: text(rule.filter_by),
      tags: list(rule.tags).map(String).sort(),
    },
    includes: list(record.includes)
      .filter(isRecord)
      .map(({ id, position }) => ({ id: String(id), position: Number(position) })),
    excludes: list(record.excludes)
      .filter(isRecord)
      .map(({ id }) => String(id)),
    filterBy,
    sortBy: text(record.sort_by),
    replaceQuery: text(record.replace_query),
    removesMatchedTokens:
      typeof record.remove_matched_tokens === "boolean" ? record.remove_matched_tokens : filterBy !== "",
    filtersCuratedHits: record.filter_curated_hits === true,
    stopsProcessing: record.stop_processing !== false,
    from: typeof record.effective_from_ts === "number" ? record.effective_from_ts : null,
    to: typeof record.effective_to_ts === "number" ? record.effective_to_ts : null,
    metadata: isRecord(record.metadata) ? record.metadata : null,
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
