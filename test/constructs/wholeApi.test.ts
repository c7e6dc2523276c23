import * as constructs from "../../constructs";
import { l1 } from "../../constructs";
import { type BlockJson, providerSchema } from "../../tools/providerSchema";
import { everything } from "./fixtures/everything";
import { type Attributes, stackWith, synthesized } from "./fixtures/stack";

const { resource_schemas, data_source_schemas } = providerSchema();
/** What a server keeps by name besides has its low-level class alone. */
const LOW_LEVEL = ["synonym_set", "curation_set", "preset", "stopwords_set", "analytics_rule"];
const resources = Object.entries(resource_schemas);
const constructed = resources.filter(([type]) => !LOW_LEVEL.includes(type.replace("searchcloud_", "")));

/** The paths of all that can be configured. */
function configurable(block: BlockJson, prefix = ""): string[] {
  const attributes = Object.entries(block.attributes ?? {})
    .filter(([, { required, optional }]) => required || optional)
    .map(([name]) => prefix + name);
  const blocks = Object.entries(block.block_types ?? {}).flatMap(([name, nested]) =>
    configurable(nested.block, `${prefix}${name}.`),
  );
  return [...attributes, ...blocks];
}

const META = ["lifecycle", "provider", "depends_on", "count", "for_each", "provisioner", "connection"];

/** The paths of all that a synthesized resource sets. */
function set(attributes: Attributes, block: BlockJson, prefix = ""): string[] {
  return Object.entries(attributes)
    .filter(([name]) => prefix !== "" || !META.includes(name))
    .flatMap(([name, value]) => {
      const nested = block.block_types?.[name];
      if (!nested) return [prefix + name];
      return [value].flat().flatMap((one) => set(one as Attributes, nested.block, `${prefix}${name}.`));
    });
}

test("every type of resource has a construct", () => {
  const ours = Object.values<{ tfResourceType?: unknown }>(constructs as never).map(
    (value) => value.tfResourceType,
  );
  expect(ours).toEqual(expect.arrayContaining(constructed.map(([type]) => type)));
});

const synthesizedAll = synthesized(stackWith(everything)).resource ?? {};

test.each(constructed)(
  "everything that can be configured of %s is a prop, and nothing else",
  (type, { block }) => {
    const made = Object.values(synthesizedAll[type] ?? {});
    const paths = new Set(made.flatMap((attributes) => set(attributes, block)));
    expect([...paths].sort()).toEqual(configurable(block).sort());
  },
);

test("every type of resource and data source has a low-level class", () => {
  const classes = Object.values(l1).flatMap((module) =>
    Object.values<{ tfResourceType?: string }>(module as never),
  );
  const types = new Set(classes.map(({ tfResourceType }) => tfResourceType));
  const known = [...resources.map(([type]) => type), ...Object.keys(data_source_schemas)];
  expect(types).toEqual(new Set(["searchcloud", undefined, ...known]));
});
