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
import { isObject, sortedJson } from "../../model/jsonText";
import { extraOf, type FieldValues, NAMED_PROPERTIES } from "./schema";

/**
 * The fields of a collection as state has them: what is configured, as long as the server says the same, and what somebody
 * has added or changed. What the server has found by a pattern, by the type `auto` or within an object is no drift.
 *
 * @param given the fields of the configuration, or of the state before
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

/** The fields of a collection of which no configuration is known: without those that the server finds by others. */
export function importedFields(records: readonly FieldRecord[]): FieldValues[] {
  const finding = records.filter((record) => isDynamic(record) || isObjectType(record.type));
  const isFound = (record: FieldRecord) => finding.some((by) => by !== record && isAsFound(record, by));
  return records.filter((record) => !isFound(record)).map((record) => observedField(record, undefined, true));
}

/** The record that stands for each field, and the records that stand for none. */
export function matched(records: readonly FieldRecord[], given: readonly FieldValues[]) {
  const own = new Map<FieldValues, FieldRecord>();
  for (const field of given) {
    const named = records.filter(({ name }) => name === field.name);
    // A field of the type `auto` is listed once more with the type that was found.
    const record = named.find(({ type }) => type === field.type) ?? named[0];
    if (record) own.set(field, record);
  }
  const taken = new Set(own.values());
  return { own, others: records.filter((record) => !taken.has(record)) };
}

/**
 * One field as state has it. An attribute that the configuration leaves out stays null while the server has its default; one
 * that the answer lacks says nothing, because older servers do not show all that they know.
 *
 * @param isImport whether properties that this software does not know are taken over, because nothing else is known of the field
 */
export function observedField(record: FieldRecord, given?: FieldValues, isImport = false): FieldValues {
  const defaults = fieldDefaults(record);
  const shown = <K extends keyof FieldSettings>(name: K, answered: FieldSettings[K] | null) => {
    const seen = answered ?? (isLeftOut(record, name) ? defaults[name] : null);
    if (seen === null) return given?.[name] ?? null;
    return (given?.[name] ?? null) === null && seen === defaults[name] ? null : seen;
  };
  // Nothing is null, unless the configuration spells it out.
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

/** Whether the server has a field just as it is planned. */
export function isAsPlanned(record: FieldRecord, planned: FieldValues): boolean {
  const seen = observedField(record, planned);
  return Object.entries(planned).every(([name, value]) => seen[name as keyof FieldValues] === value);
}

/**
 * Whether an edit of a field concerns what the server does not show: what its answers lack, and the rest of a credential. Only the
 * state before tells it.
 *
 * @param prior the field in that state, if it was there
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
    if (answered !== undefined) return prior !== undefined && differsHidden(was, is, answered);
    // An embedding is always shown where there is one.
    if (name === "embed" && isTold(record)) return false;
    return sortedJson(was) !== sortedJson(is);
  });
}

/** Whether two configured values differ where an answer shows only the beginning of a credential, which fits both. */
function differsHidden(was: unknown, is: unknown, answered: unknown): boolean {
  if (typeof was === "string" && typeof is === "string" && typeof answered === "string")
    return was !== is && answered !== is && isHidden(is, answered);
  if (!isObject(was) || !isObject(is) || !isObject(answered)) return false;
  return Object.keys(is).some((name) => differsHidden(was[name], is[name], answered[name]));
}

/** Whether the server shows more of a field than the oldest ones do: then what it leaves out beside the flags is not there. */
function isTold({ index }: FieldRecord): boolean {
  return index !== null;
}

/** Whether an attribute that an answer lacks has its default: servers leave these out while they say nothing. */
function isLeftOut(record: FieldRecord, name: keyof FieldSettings): boolean {
  return isTold(record) && (name === "range_index" || name === "num_dim" || name === "reference");
}

/** Whether the model of an embedding has said how many dimensions there are. */
function isVectorOfModel(record: FieldRecord, given?: FieldValues): boolean {
  return isTold(record) && (given?.num_dim ?? null) === null && hasEmbedding(record);
}

function hasEmbedding({ embed }: FieldRecord): boolean {
  return typeof embed === "object" && embed !== null && Object.keys(embed).length > 0;
}

/** Whether a field is what the server makes of one that it finds by another. */
function isAsFound(record: FieldRecord, by: FieldRecord): boolean {
  if (!isFoundBy(record.name, by) || record.optional === false) return false;
  const isAnyType = by.type === "auto" || by.type === "string*" || isObjectType(by.type);
  if (!isAnyType && record.type !== by.type) return false;
  const [own, others] = [fieldDefaults(record), { ...fieldDefaults(by), ...withoutNull(by) }];
  const names = Object.keys(own).filter((name) => name !== "optional") as (keyof FieldSettings)[];
  const isKept = names.every((name) => {
    const seen = record[name] ?? own[name];
    return seen === own[name] || seen === others[name];
  });
  return isKept && observedExtra(record) === observedExtra(by);
}

function withoutNull(record: object) {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

/**
 * What state has as `extra`: the text of the configuration while the server has all that it says. Defaults that are spelled out
 * are no drift, nor is a property that this software does not know.
 */
function observedExtra(record: FieldRecord, given?: FieldValues, isImport = false): string | null {
  const configured = given ? extraOf(given) : {};
  const named: readonly string[] = [...NAMED_PROPERTIES, ...COMPUTED_PROPERTIES];
  const seen: Record<string, unknown> = {};
  let differs = false;
  for (const [name, value] of Object.entries(record)) {
    if (named.includes(name) || name in configured || value === null || value === undefined) continue;
    const isDefault =
      name in EXTRA_DEFAULTS ? isSame(EXTRA_DEFAULTS[name], value) : !isImport || isNothing(value);
    if (isDefault) continue;
    seen[name] = value;
    differs = true;
  }
  for (const [name, value] of Object.entries(configured)) {
    const answered = record[name] ?? undefined;
    // A server that knows embeddings shows those that there are.
    const isAbsent = answered === undefined;
    const stays = isAbsent
      ? name !== "embed" || isNothing(value) || !isTold(record)
      : isSame(value, answered, name);
    if (stays) seen[name] = value;
    else if (!isAbsent) seen[name] = answered;
    differs ||= !stays;
  }
  if (!differs) return given?.extra ?? null;
  return Object.keys(seen).length > 0 ? sortedJson(seen) : null;
}

function isNothing(value: unknown): boolean {
  return value === false || value === 0 || ["{}", "[]", '""'].includes(JSON.stringify(value));
}

/**
 * Whether a server says what is configured. It may fill in parts of an object, and hides the rest of a credential that it
 * shows the beginning of.
 */
function isSame(configured: unknown, answered: unknown, property = ""): boolean {
  if (typeof configured === "string" && typeof answered === "string")
    return configured === answered || isHidden(configured, answered);
  if (typeof configured !== "object" || configured === null) return configured === answered;
  if (typeof answered !== "object" || answered === null) return false;
  if (Array.isArray(configured) !== Array.isArray(answered)) return false;
  const parts = Object.entries(configured);
  if (parts.length === 0 || Array.isArray(configured)) return sortedJson(configured) === sortedJson(answered);
  const seen = answered as Record<string, unknown>;
  // Servers drop what they do not know of these.
  const isOpen = property === "hnsw_params";
  return parts.every(([name, part]) => (isOpen && !(name in seen)) || isSame(part, seen[name]));
}

function isHidden(configured: string, answered: string): boolean {
  const [, start] = /^(.*?)\*{3,}$/s.exec(answered) ?? [];
  return start !== undefined && configured.startsWith(start);
}
