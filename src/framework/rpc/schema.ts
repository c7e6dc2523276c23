import {
  BlockNesting,
  encodeType,
  ObjectNesting,
  StringKind,
  type SchemaAttribute as WireAttribute,
  type SchemaBlock as WireBlock,
  type SchemaNestedBlock as WireNestedBlock,
  type Schema as WireSchema,
} from "../../wire";
import { type Block, type Fields, flagsOf, isBlock } from "../schema";
import type { NestedAttribute, Nesting } from "../type";

/** What has a schema: the provider, a resource, a data source. */
export interface Typed {
  readonly schema: Fields;
  readonly description: string;
  readonly version?: number;
}

/** A schema as Terraform reads it. */
export function encodeSchema({ schema, description, version = 0 }: Typed): WireSchema {
  return { version, block: encodeBlock(schema, description) };
}

export const DESCRIBED = { descriptionKind: StringKind.MARKDOWN, deprecationMessage: "" };

function encodeBlock(fields: Fields, description: string): WireBlock {
  const entries = Object.entries(fields);
  return {
    ...DESCRIBED,
    version: 0,
    attributes: entries.flatMap(([name, field]) => (isBlock(field) ? [] : [encodeAttribute(name, field)])),
    blockTypes: entries.flatMap(([name, field]) => (isBlock(field) ? [encodeNestedBlock(name, field)] : [])),
    description,
    deprecated: false,
  };
}

function encodeAttribute(name: string, attribute: NestedAttribute): WireAttribute {
  const { type, mode, description, sensitive = false, deprecated = false } = attribute;
  const { nested, cty } = type;
  return {
    ...DESCRIBED,
    ...flagsOf(mode),
    name,
    type: nested ? new Uint8Array() : encodeType(cty),
    nestedType: nested && {
      attributes: Object.entries(nested.attributes).map(([part, inner]) => encodeAttribute(part, inner)),
      nesting: nestingIn(ObjectNesting, nested.nesting),
      minItems: 0,
      maxItems: 0,
    },
    description,
    sensitive,
    deprecated,
    writeOnly: false,
  };
}

/** Of a single block Terraform wants least and most to be the same: 1 where it is required, else 0. */
function encodeNestedBlock(typeName: string, block: Block): WireNestedBlock {
  const { minItems = 0, maxItems = 0 } = block;
  return {
    typeName,
    block: encodeBlock(block.fields, block.description),
    nesting: nestingIn(BlockNesting, block.block),
    minItems,
    maxItems: block.block === "single" ? minItems : maxItems,
  };
}

function nestingIn<N>(all: { readonly [name in Uppercase<Nesting>]: N }, nesting: Nesting): N {
  return all[nesting.toUpperCase() as Uppercase<Nesting>];
}
