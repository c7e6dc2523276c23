import {
  COMPUTED_PROPERTIES,
  EXTRA_DEFAULTS,
  FIELD_FLAGS,
  type FieldSettings,
  fieldDefaults,
  isDynamic,
  isFoundBy,
  isNeverShown,
  isObjectType,
} from "../../../api/dataPlane/fields";
import type { FieldRecord } from "../../../dataPlane";
import { isObject, sortedJson, withoutRedacted } from "../../model/jsonText";
import { extraOf, type FieldValues, NAMED_PROPERTIES } from "./schema";

/**
 * Converts the fields of a collection to those of the state: the configured ones while the server has the same, and those that were added
 * or changed outside of Terraform. Fields that the server has found by a pattern, by the type `auto` or within an object are no drift.
 *
 * @param given the fields of the configuration, or of the prior state
 */
export function observedFields(
  records: readonly FieldRecord[],
  given: readonly FieldValues[],
): FieldValues[] {
  const { own, others } = matched(records, given);
  const foreign = others.filter(({ name }) => !given.some((field) => isFoundBy(name, field)));
  return [
    ...given.flatMap((field) => {
      const record = own.get(field);
      if (record === undefined) return isNeverShown(field.name) ? [field] : [];
      return [observedField(record, field)];
    }),
    ...foreign.map((record) => observedField(record)),
  ];
}

/** Converts the fields of an imported collection, without those that the server finds by a pattern, `auto` or an object. */
export function importedFields(records: readonly FieldRecord[]): FieldValues[] {
  const finding = records.filter((record) => isDynamic(record) || isObjectType(record.type));
  const isFound = (record: FieldRecord) => finding.some((by) => by !== record && isAsFound(record, by));
  return records.filter((record) => !isFound(record)).map((record) => observedField(record, undefined, true));
}

/** Matches records to configured fields; `others` are the records that match none. */
export function matched(records: readonly FieldRecord[], given: readonly FieldValues[]) {
  const own = new Map<FieldValues, FieldRecord>();
  for (const field of given) {
    const named = records.filter(({ name }) => name === field.name);
    // Servers list a field of the type `auto` twice: also with the type that they found.
    const record = named.find(({ type }) => type === field.type) ?? named[0];
    if (record) own.set(field, record);
  }
  const taken = new Set(own.values());
  return { own, others: records.filter((record) => !taken.has(record)) };
}

/**
 * Converts one field. An attribute that the configuration leaves out stays null while the server has its default. An attribute that is
 * missing in the response keeps its value, because older servers do not show all attributes.
 *
 * @param isImport true if properties that this provider does not know are included: there is no configuration to compare with
 */
export function observedField(record: FieldRecord, given?: FieldValues, isImport = false): FieldValues {
  const defaults = fieldDefaults(record);
  const shown = <K extends keyof FieldSettings>(name: K, answered: FieldSettings[K] | null) => {
    const seen = answered ?? (isLeftOut(record, name) ? defaults[name] : null);
    if (seen === null) return given?.[name] ?? null;
    return (given?.[name] ?? null) === null && seen === defaults[name] ? null : seen;
  };
  // An empty value is null, unless the configuration spells it out.
  const orNull = <K extends "locale" | "num_dim" | "reference">(name: K) => {
    const seen = shown(name, record[name] as FieldSettings[K] | null);
    return seen || (given?.[name] === seen ? seen : null);
  };
  const flags = Object.fromEntries(FIELD_FLAGS.map((name) => [name, shown(name, record[name])]));
  const extra = observedExtra(record, given, isImport);
  return {
    name: record.name,
    type: record.type,
    ...(flags as Pick<FieldValues, (typeof FIELD_FLAGS)[number]>),
    locale: orNull("locale"),
    num_dim: isVectorOfModel(record, given) ? null : orNull("num_dim"),
    reference: orNull("reference"),
    extra,
  };
}

/** True if the server has a field exactly as planned. */
export function isAsPlanned(record: FieldRecord, planned: FieldValues): boolean {
  const seen = observedField(record, planned);
  return Object.entries(planned).every(([name, value]) => seen[name as keyof FieldValues] === value);
}

/**
 * True if an edit of a field changes properties that the server does not show: those missing in its responses, and the redacted part of a
 * credential. Only the prior state tells.
 *
 * @param prior the field in the prior state, if it was there
 */
export function differsUnseen(
  record: FieldRecord,
  prior: FieldValues | undefined,
  planned: FieldValues,
): boolean {
  const defaults = fieldDefaults(record);
  const settings = Object.keys(defaults) as (keyof FieldSettings)[];
  const isUnseen = (name: keyof FieldSettings) => (record[name] ?? null) === null && !isLeftOut(record, name);
  if (
    settings.some(
      (name) => isUnseen(name) && (prior?.[name] ?? defaults[name]) !== (planned[name] ?? defaults[name]),
    )
  )
    return true;
  const [before, now] = [prior ? extraOf(prior) : {}, extraOf(planned)];
  return Object.keys({ ...before, ...now }).some((name) => {
    const answered = record[name] ?? undefined;
    const [was, is] = [before[name] ?? EXTRA_DEFAULTS[name], now[name] ?? EXTRA_DEFAULTS[name]];
    if (answered !== undefined) return prior !== undefined && differsRedacted(was, is, answered);
    // Servers always show an embedding.
    if (name === "embed" && showsSettings(record)) return false;
    return sortedJson(was) !== sortedJson(is);
  });
}

/** True if two configured values differ only in the redacted part of a credential: the visible beginning matches both. */
function differsRedacted(was: unknown, is: unknown, answered: unknown): boolean {
  if (typeof was === "string" && typeof is === "string" && typeof answered === "string")
    return was !== is && answered !== is && isRedacted(is, answered);
  if (!isObject(was) || !isObject(is) || !isObject(answered)) return false;
  return Object.keys(is).some((name) => differsRedacted(was[name], is[name], answered[name]));
}

/** True if the server shows the settings of a field, which the oldest servers do not: a setting that it leaves out is then not set. */
function showsSettings({ index }: FieldRecord): boolean {
  return index !== null;
}

/** True if an attribute that is missing in the response has its default: servers leave these out while they are not set. */
function isLeftOut(record: FieldRecord, name: keyof FieldSettings): boolean {
  return showsSettings(record) && (name === "range_index" || name === "num_dim" || name === "reference");
}

/** True if the number of dimensions comes from the model of an embedding. */
function isVectorOfModel(record: FieldRecord, given?: FieldValues): boolean {
  return showsSettings(record) && (given?.num_dim ?? null) === null && hasEmbedding(record);
}

function hasEmbedding({ embed }: FieldRecord): boolean {
  return typeof embed === "object" && embed !== null && Object.keys(embed).length > 0;
}

/** True if a field is as the server creates one that it finds by `by`. */
function isAsFound(record: FieldRecord, by: FieldRecord): boolean {
  if (!isFoundBy(record.name, by) || record.optional === false) return false;
  const isAnyType = by.type === "auto" || by.type === "string*" || isObjectType(by.type);
  if (!isAnyType && record.type !== by.type) return false;
  const [own, others] = [fieldDefaults(record), { ...fieldDefaults(by), ...nonNull(by) }];
  const names = Object.keys(own).filter((name) => name !== "optional") as (keyof FieldSettings)[];
  const isKept = names.every((name) => {
    const seen = record[name] ?? own[name];
    return seen === own[name] || seen === others[name];
  });
  return isKept && observedExtra(record) === observedExtra(by);
}

function nonNull(record: object) {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

/**
 * Returns `extra` for the state: the configured string while the server has all of its properties. Defaults that are spelled out are no
 * drift, nor are properties that this provider does not know.
 */
function observedExtra(record: FieldRecord, given?: FieldValues, isImport = false): string | null {
  const configured = given ? extraOf(given) : {};
  const named: readonly string[] = [...NAMED_PROPERTIES, ...COMPUTED_PROPERTIES];
  const seen: Record<string, unknown> = {};
  let differs = false;
  for (const [name, value] of Object.entries(record)) {
    if (named.includes(name) || name in configured || value === null || value === undefined) continue;
    const isDefault =
      name in EXTRA_DEFAULTS ? isSame(EXTRA_DEFAULTS[name], value) : !isImport || isEmptyValue(value);
    if (isDefault) continue;
    seen[name] = withoutRedacted(value);
    differs = true;
  }
  for (const [name, value] of Object.entries(configured)) {
    const answered = record[name] ?? undefined;
    const isAbsent = answered === undefined;
    // Servers that show settings show every embedding, so one that is missing is gone.
    const stays = isAbsent
      ? name !== "embed" || isEmptyValue(value) || !showsSettings(record)
      : isSame(value, answered, name);
    if (stays) seen[name] = value;
    else if (!isAbsent) seen[name] = withoutRedacted(answered, value);
    differs ||= !stays;
  }
  if (!differs) return given?.extra ?? null;
  return Object.keys(seen).length > 0 ? sortedJson(seen) : null;
}

function isEmptyValue(value: unknown): boolean {
  return value === false || value === 0 || ["{}", "[]", '""'].includes(JSON.stringify(value));
}

/** True if the server has the configured value. It may add properties to an object, and redacts all but the beginning of a credential. */
function isSame(configured: unknown, answered: unknown, property = ""): boolean {
  if (typeof configured === "string" && typeof answered === "string")
    return configured === answered || isRedacted(configured, answered);
  if (typeof configured !== "object" || configured === null) return configured === answered;
  if (typeof answered !== "object" || answered === null) return false;
  if (Array.isArray(configured) !== Array.isArray(answered)) return false;
  const parts = Object.entries(configured);
  if (parts.length === 0 || Array.isArray(configured)) return sortedJson(configured) === sortedJson(answered);
  const seen = answered as Record<string, unknown>;
  // Servers drop the properties of hnsw_params that they do not know.
  const isOpen = property === "hnsw_params";
  return parts.every(([name, part]) => (isOpen && !(name in seen)) || isSame(part, seen[name]));
}

function isRedacted(configured: string, answered: string): boolean {
  const [, start] = /^(.*?)\*{3,}$/s.exec(answered) ?? [];
  return start !== undefined && configured.startsWith(start);
}
