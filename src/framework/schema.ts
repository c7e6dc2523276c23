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
}

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

export type Fields = { readonly [name: string]: Attribute | Block };

/** The known values of a schema as a resource sees them. */
export type ValuesOf<F extends Fields> = { -readonly [K in keyof F]: FieldValue<F[K]> };

type FieldValue<X> =
  X extends Block<infer F>
    ? X["block"] extends "single"
      ? ValuesOf<F> | null
      : ValuesOf<F>[]
    : X extends { type: infer T; mode: infer M }
      ? M extends "required"
        ? TypeOf<T>
        : TypeOf<T> | null
      : never;

/** The names of the updates that a schema uses. */
export type UpdatesOf<F extends Fields> = {
  [K in keyof F]: F[K] extends { updatedBy: infer L } ? L : never;
}[keyof F] &
  string;

/** The fields of a resource. A configurable field names its update; a computed attribute has none. */
export type ResourceFields = {
  readonly [name: string]:
    | (Attribute<unknown, "computed"> & { updatedBy?: never })
    | ((Attribute<unknown, Exclude<Mode, "computed">> | Block) & { updatedBy: string });
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
  return field.sensitive === true || parts.some((part) => isSensitive(part));
}

const sensitiveNames = new WeakMap<Fields, readonly string[]>();

/** Returns the strings among the sensitive values of a schema. */
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

function sensitiveTextsIn({ sensitive, type: { nested } }: NestedAttribute, value: Value): string[] {
  if (sensitive) return textsIn(value);
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
  return typeof value === "string" ? [value] : partsOf(value).flatMap(textsIn);
}

function partsOf(value: Value): readonly Value[] {
  if (Array.isArray(value)) return value;
  return isRecord(value) ? Object.values(value) : [];
}

/** Ties the inferred types to the literal: `const schema = defineSchema({ … })`. */
export function defineSchema<const F extends Fields>(fields: F): F {
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

function set<const F extends Fields, const O extends Omit<Block, "block" | "fields">>(
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
