import {
  BlockNesting,
  encodeType,
  GetProviderSchemaResponse,
  ObjectNesting,
  type ProviderHandlers,
  type SchemaAttribute as WireAttribute,
  type SchemaBlock as WireBlock,
  type SchemaNestedBlock as WireNestedBlock,
  type Schema as WireSchema,
} from "../../wire";
import { mapRecord } from "../../wire/cty/value";
import { type AnyProvider, withAllOperations, withAllTypes } from "../provider";
import { type Attribute, type Block, type Fields, isBlock, modeFlags, type Nesting } from "../schema";
import { type Session, typeNameOf } from "../session";
import { DESCRIPTION_DEFAULTS, encodeFunctions } from "./functions";

/** A provider or one of its types with its schema. */
interface Typed {
  readonly name: string;
  readonly schema: Fields;
  readonly description: string;
  readonly version?: number;
}

const CAPABILITIES = {
  planDestroy: true,
  getProviderSchemaOptional: true,
  moveResourceState: true,
  generateResourceConfig: true,
};

/** Encodes the answer to GetProviderSchema of a provider that has all of its types. */
export function schemaBytes(provider: AnyProvider): Uint8Array {
  return GetProviderSchemaResponse.encode(schemaOf(provider)).finish();
}

/** Encodes the schemas of a whole provider. */
function schemaOf(provider: AnyProvider): GetProviderSchemaResponse {
  const { resources, dataSources, functions } = provider;
  const { ephemeralResources = [], listResources = [], actions = [] } = provider;
  const schemasOf = (parts: readonly Typed[]) =>
    Object.fromEntries(parts.map((part) => [typeNameOf(provider, part), encodeSchema(part)]));
  return {
    provider: encodeSchema(provider),
    resourceSchemas: schemasOf(resources),
    dataSourceSchemas: schemasOf(dataSources),
    functions: encodeFunctions(functions),
    ephemeralResourceSchemas: schemasOf(ephemeralResources),
    listResourceSchemas: schemasOf(listResources),
    stateStoreSchemas: {},
    actionSchemas: mapRecord(schemasOf(actions), (schema) => ({ schema })),
    diagnostics: [],
    serverCapabilities: CAPABILITIES,
  };
}

/** Creates the handlers for the schema, and for the names of its parts alone. */
export function schemaHandlers({ provider }: Session) {
  const namesOf = (parts: readonly Typed[]) =>
    parts.map((part) => ({ typeName: typeNameOf(provider, part) }));
  const whole = async () => withAllOperations(await withAllTypes(provider));
  return {
    getProviderSchema: async () => schemaOf(await whole()),
    getMetadata: async () => {
      const { resources, dataSources, functions, ...others } = await whole();
      const { ephemeralResources = [], listResources = [], actions = [] } = others;
      return {
        serverCapabilities: CAPABILITIES,
        diagnostics: [],
        dataSources: namesOf(dataSources),
        resources: namesOf(resources),
        functions: functions.map(({ name }) => ({ name })),
        ephemeralResources: namesOf(ephemeralResources),
        listResources: namesOf(listResources),
        stateStores: [],
        actions: namesOf(actions),
      };
    },
  } satisfies ProviderHandlers;
}

function encodeSchema({ schema, description, version = 0 }: Typed): WireSchema {
  return { version, block: encodeBlock(schema, description) };
}

function encodeBlock(fields: Fields, description: string): WireBlock {
  const entries = Object.entries(fields);
  return {
    ...DESCRIPTION_DEFAULTS,
    version: 0,
    attributes: entries.flatMap(([name, field]) => (isBlock(field) ? [] : [encodeAttribute(name, field)])),
    blockTypes: entries.flatMap(([name, field]) => (isBlock(field) ? [encodeNestedBlock(name, field)] : [])),
    description,
    deprecated: false,
    computed: false,
  };
}

function encodeAttribute(name: string, attribute: Attribute): WireAttribute {
  const { type, mode, description, sensitive = false, writeOnly = false } = attribute;
  const { nested, cty } = type;
  return {
    ...DESCRIPTION_DEFAULTS,
    ...modeFlags(mode),
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
    deprecated: false,
    writeOnly,
  };
}

/** Encodes a block. For a single block, Terraform requires minItems and maxItems to be equal: 1 if it is required, else 0. */
function encodeNestedBlock(typeName: string, block: Block): WireNestedBlock {
  const { minItems = 0 } = block;
  return {
    typeName,
    block: encodeBlock(block.fields, block.description),
    nesting: nestingIn(BlockNesting, block.block),
    minItems,
    maxItems: block.block === "single" ? minItems : 0,
  };
}

function nestingIn<N>(all: { readonly [name in Uppercase<Nesting>]: N }, nesting: Nesting): N {
  return all[nesting.toUpperCase() as Uppercase<Nesting>];
}
