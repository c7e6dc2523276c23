import * as z from "zod";
import type { NamedKind } from "../../domain/store/named";

const object = z.record(z.string(), z.unknown());
const KINDS = [
  "synonym_sets",
  "curation_sets",
  "presets",
  "stopwords",
  "analytics_rules",
] as const satisfies readonly NamedKind[];

export const namedKind = z.enum(KINDS);

/** A collection as the body of its create, and beside it what is in it. */
const collectionSeed = z.looseObject({
  name: z.string().min(1),
  fields: z.array(object),
  /** Stored in this order; they must fit the fields. */
  documents: z.array(object).optional(),
  /** Epoch seconds. */
  created_at: z.int().optional(),
  /** For how many seconds another update of it is in progress. */
  altering_seconds: z.number().min(0).optional(),
});

/**
 * What runs on a cluster. The rules of the nodes apply, but for the ones about sets and collections that are not there
 * yet: named records come first, then collections, aliases and keys.
 */
export const dataSeed = z
  .strictObject({
    named: z.partialRecord(namedKind, z.record(z.string(), object)),
    collections: z.array(collectionSeed),
    /** Name of the alias → name of the collection. */
    aliases: z.record(z.string(), z.string()),
    /** As the bodies of their creates; `value` chooses the key itself. */
    keys: z.array(object),
  })
  .partial();
export type DataSeed = z.input<typeof dataSeed>;

export const collectionBody = object;
export const documentsBody = z
  .strictObject({ documents: z.array(object) })
  .transform(({ documents }) => documents);
export const aliasBody = z
  .strictObject({ collection_name: z.string().min(1) })
  .transform((body) => body.collection_name);
export const namedBody = object;
/** {@link LagRequest} */
export const lagBody = z
  .strictObject({ seconds: z.number().min(0), requests: z.int().min(1), healthy: z.boolean() })
  .partial();
export const skewBody = z.strictObject({ seconds: z.int() }).transform(({ seconds }) => seconds);
/** Whether the writes that wait are carried out. */
export const quorumBody = z.strictObject({ carry_out: z.boolean() }).partial();
/** What a node lacks, or null for nothing. */
export const resourceErrorBody = z
  .strictObject({ resource_error: z.enum(["OUT_OF_DISK", "OUT_OF_MEMORY"]).nullable() })
  .transform((body) => body.resource_error);
