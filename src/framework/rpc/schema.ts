import {
  BlockNesting,
  encodeType,
  type FunctionSignature,
  ObjectNesting,
  StringKind,
  type SchemaAttribute as WireAttribute,
  type SchemaBlock as WireBlock,
  type SchemaNestedBlock as WireNestedBlock,
  type Schema as WireSchema,
} from "../../wire";
import type { FunctionParameter, ProviderFunction } from "../resource";
import { type Attribute, type Block, type Fields, isBlock, type Mode } from "../schema";
import type { NestedAttribute } from "../type";

/** A schema as Terraform reads it. */
export function encodeSchema(fields: Fields, description: string, version = 0): WireSchema {
  return { version, block: encodeBlock(fields, description) };
}

function encodeBlock(fields: Fields, description: string): WireBlock {
  const entries = Object.entries(fields);
  return {
    version: 0,
    attributes: entries.flatMap(([name, field]) => (isBlock(field) ? [] : [encodeAttribute(name, field)])),
    blockTypes: entries.flatMap(([name, field]) => (isBlock(field) ? [encodeNestedBlock(name, field)] : [])),
    description,
    descriptionKind: StringKind.MARKDOWN,
    deprecated: false,
    deprecationMessage: "",
  };
}

function encodeAttribute(name: string, attribute: Attribute | NestedAttribute): WireAttribute {
  const { nested, cty } = attribute.type;
  return {
    name,
    type: nested ? new Uint8Array() : encodeType(cty),
    nestedType: nested && {
      attributes: Object.entries(nested.attributes).map(([part, inner]) => encodeAttribute(part, inner)),
      nesting: OBJECT_NESTING[nested.nesting],
      minItems: 0,
      maxItems: 0,
    },
    description: attribute.description,
    ...flags(attribute.mode),
    sensitive: attribute.sensitive ?? false,
    descriptionKind: StringKind.MARKDOWN,
    deprecated: ("deprecated" in attribute && attribute.deprecated) || false,
    writeOnly: false,
    deprecationMessage: "",
  };
}

/** Of a single block Terraform wants least and most to be the same: 1 where it is required, else 0. */
function encodeNestedBlock(typeName: string, block: Block): WireNestedBlock {
  return {
    typeName,
    block: encodeBlock(block.fields, block.description),
    nesting: BLOCK_NESTING[block.block],
    minItems: block.minItems ?? 0,
    maxItems: block.block === "single" ? (block.minItems ?? 0) : (block.maxItems ?? 0),
  };
}

function flags(mode: Mode): { required: boolean; optional: boolean; computed: boolean } {
  return {
    required: mode === "required",
    optional: mode === "optional" || mode === "optional_computed",
    computed: mode === "computed" || mode === "optional_computed",
  };
}

const OBJECT_NESTING = {
  single: ObjectNesting.SINGLE,
  list: ObjectNesting.LIST,
  set: ObjectNesting.SET,
  map: ObjectNesting.MAP,
};

const BLOCK_NESTING = {
  single: BlockNesting.SINGLE,
  list: BlockNesting.LIST,
  set: BlockNesting.SET,
  map: BlockNesting.MAP,
};

/** A function's signature as Terraform reads it. */
export function encodeFunction(part: ProviderFunction): FunctionSignature {
  return {
    parameters: part.parameters.map(encodeParameter),
    return: { type: encodeType(part.returns.cty) },
    summary: part.summary,
    description: part.description,
    descriptionKind: StringKind.MARKDOWN,
    deprecationMessage: "",
  };
}

function encodeParameter(parameter: FunctionParameter) {
  return {
    name: parameter.name,
    type: encodeType(parameter.type.cty),
    allowNullValue: parameter.allowNull ?? false,
    allowUnknownValues: false,
    description: parameter.description,
    descriptionKind: StringKind.MARKDOWN,
  };
}
