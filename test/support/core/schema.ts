import {
  BlockNesting,
  type CtyType,
  ObjectNesting,
  parseType,
  type ResourceIdentitySchema,
  type SchemaAttribute,
  type SchemaBlock,
} from "../../../src/wire";
import type { Value } from "../../../src/wire/cty/value";
import { record } from "../values";

export type Nesting = "single" | "list" | "set" | "map" | "group";

/** An attribute as Terraform reads it from the schema. */
export interface CoreAttribute {
  readonly type: CtyType;
  /** The attributes of a nested type. */
  readonly nested?: { readonly nesting: Nesting; readonly attributes: CoreAttributes };
  readonly required: boolean;
  readonly optional: boolean;
  readonly computed: boolean;
  readonly sensitive: boolean;
  readonly writeOnly: boolean;
  readonly deprecated: boolean;
}

export type CoreAttributes = Readonly<Record<string, CoreAttribute>>;

export interface CoreNestedBlock {
  readonly nesting: Nesting;
  readonly block: CoreBlock;
  readonly minItems: number;
  readonly maxItems: number;
}

export interface CoreBlock {
  readonly attributes: CoreAttributes;
  readonly blocks: Readonly<Record<string, CoreNestedBlock>>;
  /** The type of its values. */
  readonly type: CtyType;
}

export interface CoreIdentity {
  readonly version: number;
  readonly type: CtyType;
  readonly required: readonly string[];
}

const BLOCKS: Readonly<Partial<Record<BlockNesting, Nesting>>> = {
  [BlockNesting.SINGLE]: "single",
  [BlockNesting.LIST]: "list",
  [BlockNesting.SET]: "set",
  [BlockNesting.MAP]: "map",
  [BlockNesting.GROUP]: "group",
};
const OBJECTS: Readonly<Partial<Record<ObjectNesting, Nesting>>> = {
  [ObjectNesting.SINGLE]: "single",
  [ObjectNesting.LIST]: "list",
  [ObjectNesting.SET]: "set",
  [ObjectNesting.MAP]: "map",
};

/** Reads a block of the schema. */
export function blockOf({ attributes, blockTypes }: SchemaBlock): CoreBlock {
  const fields = attributesOf(attributes);
  const blocks = Object.fromEntries(
    blockTypes.map(({ typeName, block, nesting, minItems, maxItems }) => {
      const mode = BLOCKS[nesting];
      if (!block || !mode) throw new Error(`block ${typeName} has no nesting`);
      return [typeName, { nesting: mode, block: blockOf(block), minItems, maxItems }];
    }),
  );
  const types = Object.entries(fields).map(([name, { type }]) => [name, type] as const);
  const inner = Object.entries(blocks).map(
    ([name, { nesting, block }]) => [name, collection(nesting, block.type)] as const,
  );
  return { attributes: fields, blocks, type: objectType([...types, ...inner]) };
}

export function identityOf({ version, identityAttributes }: ResourceIdentitySchema): CoreIdentity {
  for (const { name, requiredForImport, optionalForImport } of identityAttributes)
    if (requiredForImport === optionalForImport)
      throw new Error(`identity attribute ${name} must be either required or optional for an import`);
  return {
    version,
    type: objectType(identityAttributes.map(({ name, type }) => [name, parseType(type)])),
    required: identityAttributes.filter((one) => one.requiredForImport).map(({ name }) => name),
  };
}

/** The value of a block in which nothing is written. */
export function emptyValue({ attributes, blocks }: CoreBlock): Value {
  const nothing = Object.keys(attributes).map((name) => [name, null] as const);
  const none = Object.entries(blocks).map(([name, nested]) => [name, emptyNested(nested)] as const);
  return record(Object.fromEntries([...nothing, ...none]));
}

/** The value of a nested block that is not written. */
export function emptyNested({ nesting, block }: Pick<CoreNestedBlock, "nesting" | "block">): Value {
  if (nesting === "single") return null;
  if (nesting === "group") return emptyValue(block);
  return nesting === "map" ? record({}) : [];
}

function attributesOf(attributes: readonly SchemaAttribute[]): CoreAttributes {
  return Object.fromEntries(attributes.map((attribute) => [attribute.name, attributeOf(attribute)]));
}

function attributeOf({ type, nestedType, ...attribute }: SchemaAttribute): CoreAttribute {
  const { required, optional, computed, sensitive, writeOnly, deprecated } = attribute;
  const flags = { required, optional, computed, sensitive, writeOnly, deprecated };
  if (!nestedType) return { type: parseType(type), ...flags };
  const nesting = OBJECTS[nestedType.nesting];
  if (!nesting) throw new Error("a nested type has no nesting");
  const attributes = attributesOf(nestedType.attributes);
  const object = objectType(Object.entries(attributes).map(([name, one]) => [name, one.type]));
  return { type: collection(nesting, object), nested: { nesting, attributes }, ...flags };
}

/** The attributes of Terraform's objects are sorted, on the wire too. */
function objectType(types: (readonly [name: string, type: CtyType])[]): CtyType {
  const sorted = [...types].sort(([one], [other]) => (one < other ? -1 : 1));
  return ["object", Object.fromEntries(sorted)];
}

function collection(nesting: Nesting, type: CtyType): CtyType {
  return nesting === "single" || nesting === "group" ? type : [nesting, type];
}
