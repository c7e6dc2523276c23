import type { CtyType } from "../wire/cty/type";
import { isRecord, type Value, type ValueRecord } from "../wire/cty/value";
import type { Mode, NestedAttribute, TypeOf } from "./type";

/** Checks a value. Returns the rest of the sentence "<attribute> …" if it is invalid ("must be …"). */
export type ValueValidator<T = never> = (value: T) => string | undefined;

export interface Attribute<T = unknown, M extends Mode = Mode> extends NestedAttribute<T, M> {
  /** The update that changes it (see `Update`). Only resources have updates. */
  readonly updatedBy?: string;
  readonly validators?: readonly ValueValidator<never>[];
  /** True if two different strings mean the same, such as one instant in two timezones. The one in state stays. */
  readonly semanticallyEqual?: (a: never, b: never) => boolean;
  /** Marks a {@link WriteOnlyAttribute}. */
  readonly writeOnly?: true;
  /** The argument that tools without write-only arguments use instead, for their error. */
  readonly alternative?: string;
}

/** An attribute whose value is stored, as all are by default. */
type StoredAttribute<M extends Mode = Mode> = Attribute<unknown, M> & {
  readonly writeOnly?: never;
  readonly alternative?: never;
};

/**
 * An attribute whose value is in the configuration only: state and plan hold null. It is therefore never changed, and has no update; the
 * attribute beside it that counts its versions has one. Terraform allows none in a set, and none that is computed. Its value counts as
 * sensitive. Needs Terraform 1.11 or OpenTofu 1.11.
 */
type WriteOnlyAttribute = Attribute<unknown, "required" | "optional"> & {
  readonly writeOnly: true;
  readonly updatedBy?: never;
  readonly semanticallyEqual?: never;
};

/** The repetition of a block: at most one, any number in no order, or any number in the order as written. */
export type Nesting = "single" | "set" | "list";

/** A configured structure. To Terraform, only a single block that is left out is null. */
export interface Block<F extends Fields = Fields> {
  readonly block: Nesting;
  readonly fields: F;
  readonly description: string;
  readonly updatedBy?: string;
  readonly minItems?: number;
}

export type Fields = { readonly [name: string]: StoredAttribute | WriteOnlyAttribute | AnyBlock };

/** A block whose nesting fits its fields. */
type AnyBlock =
  | (Block & { readonly block: "single" | "list" })
  | (Block<StoredFields> & { readonly block: "set" });

/** Fields without write-only attributes in any part: those of sets, and of everything but resources. */
export type StoredFields = { readonly [name: string]: StoredAttribute | Block<StoredFields> };

/** The known values of a schema as a resource sees them. */
export type ValuesOf<F extends Fields> = { -readonly [K in keyof F]: FieldValue<F[K]> };

type FieldValue<X> =
  X extends Block<infer F>
    ? X["block"] extends "single"
      ? ValuesOf<F> | null
      : ValuesOf<F>[]
    : X extends { type: infer T; mode: infer M }
      ? M extends "required"
        ? X extends { writeOnly: true }
          ? TypeOf<T> | null
          : TypeOf<T>
        : TypeOf<T> | null
      : never;

/** The names of the updates that a schema uses. */
export type UpdatesOf<F extends Fields> = {
  [K in keyof F]: F[K] extends { updatedBy: infer L } ? L : never;
}[keyof F] &
  string;

/** The fields of a resource. A configurable field names its update; a computed or write-only attribute has none. */
export type ResourceFields = {
  readonly [name: string]:
    | (StoredAttribute<"computed"> & { updatedBy?: never })
    | WriteOnlyAttribute
    | ((StoredAttribute<Exclude<Mode, "computed">> | AnyBlock) & { updatedBy: string });
};

export function isBlock(field: Attribute | Block): field is Block {
  return "block" in field;
}

/** Types by schema: a schema never changes, and every call of Terraform needs its type. */
const types = new WeakMap<Fields, CtyType>();

/** Returns the cty type of a whole schema. */
export function typeOfFields(fields: Fields): CtyType {
  const known = types.get(fields);
  if (known) return known;
  const named = Object.entries(fields).map(([name, field]) => [name, typeOfField(field)]);
  const type: CtyType = ["object", Object.fromEntries(named)];
  types.set(fields, type);
  return type;
}

export function typeOfField(field: Attribute | Block): CtyType {
  if (!isBlock(field)) return field.type.cty;
  const one = typeOfFields(field.fields);
  return field.block === "single" ? one : [field.block, one];
}

/** Changes each item of a block's value. Null and unknown stay. */
export function mapBlock(block: Block, value: Value, change: (item: ValueRecord) => Value): Value {
  const changed = (item: Value) => (isRecord(item) ? change(item) : item);
  if (block.block === "single") return changed(value);
  return Array.isArray(value) ? value.map(changed) : value;
}

export function isConfigurable(field: Attribute | Block): boolean {
  return isBlock(field) || field.mode !== "computed";
}

export function isComputed(field: Attribute | Block): boolean {
  return !isBlock(field) && modeFlags(field.mode).computed;
}

/** Converts a mode to the booleans of Terraform's schema. */
export function modeFlags(mode: Mode) {
  return {
    required: mode === "required",
    optional: mode === "optional" || mode === "optional_computed",
    computed: mode === "computed" || mode === "optional_computed",
  };
}

/** True if no message may show the value, or any part of it. */
export function isSensitive(field: Attribute | Block): boolean {
  if (isBlock(field)) return Object.values(field.fields).some(isSensitive);
  const parts = Object.values(field.type.nested?.attributes ?? {});
  return isSecret(field) || parts.some((part) => isSensitive(part));
}

function isSecret({ sensitive, writeOnly }: Attribute): boolean {
  return sensitive === true || writeOnly === true;
}

const sensitiveNames = new WeakMap<Fields, readonly string[]>();

/** Returns the strings among the sensitive values of a schema, and those in one that is a JSON object or list. */
export function sensitiveStrings(fields: Fields, values: ValueRecord): string[] {
  const names =
    sensitiveNames.get(fields) ??
    Object.entries(fields).flatMap(([name, field]) => (isSensitive(field) ? [name] : []));
  sensitiveNames.set(fields, names);
  return names.flatMap((name) => {
    const field = fields[name];
    if (field === undefined) return [];
    return isBlock(field)
      ? blockTexts(field, values[name] ?? null)
      : sensitiveTextsIn(field, values[name] ?? null);
  });
}

function blockTexts(block: Block, value: Value): string[] {
  const found: string[] = [];
  mapBlock(block, value, (item) => {
    found.push(...sensitiveStrings(block.fields, item));
    return item;
  });
  return found;
}

function sensitiveTextsIn(attribute: Attribute, value: Value): string[] {
  const { nested } = attribute.type;
  if (isSecret(attribute)) return textsIn(value);
  if (!nested) return [];
  const items = nested.nesting === "single" ? [value] : partsOf(value);
  return items.flatMap((item) =>
    isRecord(item)
      ? Object.entries(nested.attributes).flatMap(([name, part]) =>
          sensitiveTextsIn(part, item[name] ?? null),
        )
      : [],
  );
}

function textsIn(value: Value): string[] {
  return typeof value === "string" ? [value, ...textsInJson(value)] : partsOf(value).flatMap(textsIn);
}

/** Returns the strings in a JSON object or list: a message may quote one of several credentials alone. */
function textsInJson(text: string): string[] {
  if (!/^\s*[[{]/.test(text)) return [];
  try {
    return stringsIn(JSON.parse(text));
  } catch {
    return [];
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function partsOf(value: Value): readonly Value[] {
  if (Array.isArray(value)) return value;
  return isRecord(value) ? Object.values(value) : [];
}

/** Ties the inferred types to the literal: `const schema = defineSchema({ … })`. */
export function defineSchema<const F extends StoredFields>(fields: F): F {
  return fields;
}

/** {@link defineSchema} for an action, which may have write-only arguments. */
export function defineActionSchema<const F extends Fields>(fields: F): F {
  return fields;
}

/** {@link defineSchema} for a resource, in which every configurable attribute and block names its update. */
export function defineResourceSchema<const F extends ResourceFields>(fields: F): F {
  return fields;
}

function single<const F extends Fields, const O extends Omit<Block, "block" | "fields">>(
  fields: F,
  options: O,
): { readonly block: "single"; readonly fields: F } & O {
  return { block: "single", fields, ...options };
}

function set<const F extends StoredFields, const O extends Omit<Block, "block" | "fields">>(
  fields: F,
  options: O,
): { readonly block: "set"; readonly fields: F } & O {
  return { block: "set", fields, ...options };
}

function list<const F extends Fields, const O extends Omit<Block, "block" | "fields">>(
  fields: F,
  options: O,
): { readonly block: "list"; readonly fields: F } & O {
  return { block: "list", fields, ...options };
}

/** Declares a block that may be left out; `block.set`: any number of blocks in no order; `block.list`: in the order as written. */
export const block = Object.assign(single, { set, list });
