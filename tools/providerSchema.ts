import {
  type Attribute,
  type Block,
  type Fields,
  isBlock,
  isComputed,
  type Nesting,
} from "../src/framework/schema";
import { wholeProvider } from "../src/provider/whole";
import type { CtyType } from "../src/wire/cty/type";

type Named<T> = { readonly [name: string]: T };

/** A provider in the output of `terraform providers schema -json`, as far as the bindings need it. */
export interface ProviderJson {
  readonly provider: SchemaJson;
  readonly resource_schemas: Named<SchemaJson>;
  readonly data_source_schemas: Named<SchemaJson>;
  readonly ephemeral_resource_schemas: Named<SchemaJson>;
}

interface SchemaJson {
  readonly version: number;
  readonly block: BlockJson;
}

export interface BlockJson {
  readonly attributes?: Named<AttributeJson>;
  readonly block_types?: Named<NestedBlockJson>;
  readonly description?: string;
  readonly description_kind?: "markdown";
}

interface NestedBlockJson {
  readonly nesting_mode: Nesting;
  readonly block: BlockJson;
  readonly min_items?: number;
}

/** An attribute with either `type` or `nested_type`. */
interface AttributeJson {
  readonly type?: CtyType;
  readonly nested_type?: { readonly nesting_mode: Nesting; readonly attributes: Named<AttributeJson> };
  readonly description: string;
  readonly description_kind: "markdown";
  readonly required?: true;
  readonly optional?: true;
  readonly computed?: true;
  readonly sensitive?: true;
  readonly write_only?: true;
}

/** Returns the output of `terraform providers schema -json` for this provider, without running Terraform. */
export function providerSchema(): ProviderJson {
  const provider = wholeProvider();
  const byType = (parts: readonly (Described & { readonly name: string })[]) =>
    Object.fromEntries(parts.map((part) => [`${provider.name}_${part.name}`, schemaJson(part)]));
  return {
    provider: schemaJson(provider),
    resource_schemas: byType(provider.resources),
    data_source_schemas: byType(provider.dataSources),
    ephemeral_resource_schemas: byType(provider.ephemeralResources ?? []),
  };
}

interface Described {
  readonly schema: Fields;
  readonly description: string;
  readonly version?: number;
}

/** Returns the schema of a type as Terraform shows it. */
export function schemaJson({ version = 0, schema, description }: Described): SchemaJson {
  return { version, block: blockJson(schema, description) };
}

function blockJson(fields: Fields, description: string): BlockJson {
  const attributes = Object.entries(fields).flatMap(([name, field]) =>
    isBlock(field) ? [] : [[name, attributeJson(field)]],
  );
  const blocks = Object.entries(fields).flatMap(([name, field]) =>
    isBlock(field) ? [[name, nestedBlockJson(field)]] : [],
  );
  return {
    attributes: Object.fromEntries(attributes),
    ...(blocks.length > 0 && { block_types: Object.fromEntries(blocks) }),
    description,
    description_kind: "markdown",
  };
}

function nestedBlockJson({ block, fields, description, minItems }: Block): NestedBlockJson {
  return {
    nesting_mode: block,
    block: blockJson(fields, description),
    ...(minItems !== undefined && { min_items: minItems }),
  };
}

function attributeJson(attribute: Attribute): AttributeJson {
  const { type, mode, sensitive, writeOnly, description } = attribute;
  const parts = Object.entries(type.nested?.attributes ?? {}).map(
    ([name, part]) => [name, attributeJson(part)] as const,
  );
  return {
    ...(type.nested
      ? { nested_type: { nesting_mode: type.nested.nesting, attributes: Object.fromEntries(parts) } }
      : { type: type.cty }),
    description,
    description_kind: "markdown",
    ...(mode === "required" && { required: true }),
    ...(mode.startsWith("optional") && { optional: true }),
    ...(isComputed(attribute) && { computed: true }),
    ...(sensitive && { sensitive: true }),
    ...(writeOnly && { write_only: true }),
  };
}
