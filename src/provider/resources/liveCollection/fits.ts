import { damagedFields } from "../../../api/dataPlane/fieldRules";
import type { CollectionRecord } from "../../../dataPlane";
import { isUnknown, type Unknown } from "../../../framework";
import { alterationOf, isEmpty } from "../../shared/collection/alteration";
import { hasMetadata, observedSettings, sameMetadata, sameNames } from "../../shared/collection/model";
import { fieldsToRekey, fieldsWithOtherKey, type ModelKey } from "../../shared/collection/modelKeys";
import { observedFields } from "../../shared/collection/observed";
import { droppedBy } from "../../shared/collection/patch";
import { type CollectionSettings, FIXED } from "../../shared/collection/schema";
import { withoutMark } from "../../shared/collection/versionMark";

/** The planned schema, with what the state has of the live version. */
export interface SchemaPlan {
  readonly prior: CollectionSettings;
  readonly planned: CollectionSettings;
  /** `model_api_key_wo`; unknown: it proves nothing. */
  readonly key: ModelKey | Unknown;
}

/** The edit that leads from a version to the planned schema. */
interface SchemaEdit {
  /** The attributes whose edit needs another version. */
  readonly another: readonly string[];
  /** True if the fields differ, so that the server indexes documents again. */
  readonly fields: boolean;
  /** True if only `metadata` or names of sets differ, which a PATCH changes without work. */
  readonly settings: boolean;
}

/**
 * True if a version that the state does not describe has exactly the planned schema, apart from what a PATCH changes without work.
 * Whatever its server does not show counts as different.
 */
export function fits(record: CollectionRecord, { prior, planned, key }: SchemaPlan): boolean {
  const names = new Set(planned.field.map(({ name }) => name));
  return (
    fixedDifferences(record, prior, planned).length === 0 &&
    observedFields(record.fields, planned.field).every(({ name }) => names.has(name)) &&
    isEmpty(alterationOf([], planned.field, record.fields)) &&
    damagedFields(record.fields).length === 0 &&
    fieldsToRekey(prior, { field: planned.field, version: planned.model_api_key_wo_version }, key).size ===
      0 &&
    (isUnknown(key) || key === null || fieldsWithOtherKey(record.fields, planned.field, key).length === 0)
  );
}

/** Compares the live version with the planned schema. */
export function schemaEditOf(record: CollectionRecord, plan: SchemaPlan): SchemaEdit {
  const { prior, planned, key } = plan;
  const { field, model_api_key_wo_version: version } = planned;
  const rekeyed = fieldsToRekey(prior, { field, version }, key);
  const alteration = alterationOf(prior.field, field, record.fields, undefined, rekeyed);
  const sorting = record.default_sorting_field;
  const another = new Set<string>(fixedDifferences(record, prior, planned));
  // A server that drops the sorting field no longer sorts by it, for good. Damage that no drop heals stays in the collection.
  if (sorting && droppedBy(alteration, record).has(sorting)) another.add("field");
  if (damagedFields(record.fields).some((name) => !alteration.drop.includes(name))) another.add("field");
  return {
    another: [...another],
    fields: !isEmpty(alteration),
    settings: differsInSettings(record, prior, planned),
  };
}

/** Returns the prior values for an edit of a version that the state does not describe: as its server shows them. */
export function priorOf<V extends CollectionSettings>(
  record: CollectionRecord,
  prior: V,
  planned: CollectionSettings,
): V {
  return { ...prior, ...observedSettings(withoutMark(record), planned) };
}

/** True if a version lacks the planned metadata or sets, which a PATCH changes without work. */
export function lacksSettings(record: CollectionRecord, planned: CollectionSettings): boolean {
  return (
    !hasMetadata(withoutMark(record), planned.metadata) ||
    SETS.some((name) => !sameNames(record[name], planned[name]))
  );
}

/** True if a version has an indexed field for the time of the last write. */
export function indexesTime({ fields }: CollectionRecord, name: string): boolean {
  return fields.some(
    (field) =>
      field.name === name && (field.type === "int64" || field.type === "int32") && field.index !== false,
  );
}

const SETS = ["synonym_sets", "curation_sets"] as const;

/** True if the plan changes metadata or sets. Others are left alone, as on any collection. */
function differsInSettings(
  record: CollectionRecord,
  prior: CollectionSettings,
  planned: CollectionSettings,
): boolean {
  return (
    (!sameMetadata(prior.metadata, planned.metadata) &&
      !hasMetadata(withoutMark(record), planned.metadata)) ||
    SETS.some((name) => !sameNames(prior[name], planned[name]) && !sameNames(record[name], planned[name]))
  );
}

/** Returns the attributes that no PATCH changes, and in which a version differs from the plan. */
function fixedDifferences(
  record: CollectionRecord,
  prior: CollectionSettings,
  planned: CollectionSettings,
): readonly string[] {
  return FIXED.filter((name) => {
    switch (name) {
      case "default_sorting_field":
        return (record[name] || null) !== (planned[name] || null);
      case "enable_nested_fields":
        // The oldest servers do not show it.
        return (record[name] ?? prior[name] ?? false) !== (planned[name] ?? false);
      case "voice_query_model":
        if (prior[name] === null && planned[name] === null) return false;
        return (record[name]?.model_name ?? null) !== planned[name];
      default:
        return !sameNames(record[name], planned[name]);
    }
  });
}
