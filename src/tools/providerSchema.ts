import type { ProviderFunction } from "../framework/resource";
import { type Attribute, type Block, type Fields, isBlock } from "../framework/schema";
import type { NestedAttribute } from "../framework/type";
import { ADDRESS } from "../provider/address";
import { searchcloud } from "../provider/provider";
import type {
  AttributeJson,
  BlockJson,
  CtyTypeJson,
  FunctionJson,
  NestedBlockJson,
  ProviderSchemaJson,
  SchemaJson,
} from "./bindings/schema";

/** What `terraform providers schema -json` prints for our provider, without running Terraform. */
export function providerSchema(): ProviderSchemaJson {
  const provider = searchcloud({});
  const named = (parts: readonly { name: string; schema: Fields; description: string; version?: number }[]) =>
    Object.fromEntries(parts.map((part) => [`${provider.name}_${part.name}`, schemaJson(part)]));
  return {
    format_version: "1.0",
    provider_schemas: {
      [ADDRESS]: {
        provider: schemaJson(provider),
        resource_schemas: named(provider.resources),
        data_source_schemas: named(provider.dataSources),
        functions: Object.fromEntries(provider.functions.map((one) => [one.name, functionJson(one)])),
      },
    },
  };
}

function functionJson({ description, summary, returns, parameters }: ProviderFunction): FunctionJson {
  return {
    description,
    summary,
    return_type: returns.cty as CtyTypeJson,
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      description: parameter.description,
      ...(parameter.allowNull && { is_nullable: true }),
      type: parameter.type.cty as CtyTypeJson,
    })),
  };
}

function schemaJson(part: { schema: Fields; description: string; version?: number }): SchemaJson {
  return { version: part.version ?? 0, block: blockJson(part.schema, part.description) };
}

function blockJson(fields: Fields, description: string): BlockJson {
  const attributes: [string, AttributeJson][] = [];
  const blocks: [string, NestedBlockJson][] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (isBlock(field)) blocks.push([name, nestedBlockJson(field)]);
    else attributes.push([name, attributeJson(field)]);
  }
  return {
    attributes: Object.fromEntries(attributes),
    ...(blocks.length > 0 && { block_types: Object.fromEntries(blocks) }),
    description,
    description_kind: "markdown",
  };
}

function nestedBlockJson(field: Block): NestedBlockJson {
  return { nesting_mode: field.block, block: blockJson(field.fields, field.description) };
}

function attributeJson(field: Attribute | NestedAttribute): AttributeJson {
  const { nested, cty } = field.type;
  const parts = Object.entries(nested?.attributes ?? {}).map(
    ([name, part]) => [name, attributeJson(part)] as const,
  );
  return {
    ...(nested
      ? { nested_type: { nesting_mode: nested.nesting, attributes: Object.fromEntries(parts) } }
      : { type: cty as AttributeJson["type"] }),
    description: field.description,
    description_kind: "markdown",
    ...(field.mode === "required" && { required: true }),
    ...((field.mode === "optional" || field.mode === "optional_computed") && { optional: true }),
    ...((field.mode === "computed" || field.mode === "optional_computed") && { computed: true }),
    ...(field.sensitive && { sensitive: true }),
  };
}
