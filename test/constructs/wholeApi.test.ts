import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import * as constructs from "../../constructs";
import { l1 } from "../../constructs";
import { type BlockJson, providerSchema } from "../../tools/providerSchema";
import { everything, withoutSecrets } from "./fixtures/everything";
import { type Attributes, stackWith, synthesized } from "./fixtures/stack";

const { resource_schemas, data_source_schemas } = providerSchema();
/** Types with a low-level class only. */
const LOW_LEVEL = [
  ...["synonym_set", "curation_set", "preset", "stopwords_set", "analytics_rule", "conversation_model"],
  ...["nl_search_model", "stemming_dictionary"],
];
const resources = Object.entries(resource_schemas);
const constructed = resources.filter(([type]) => !LOW_LEVEL.includes(type.replace("searchcloud_", "")));

/** Returns the paths of all configurable attributes. */
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

/** Returns the paths of all attributes that a synthesized resource sets. */
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

const synthesizedAll =
  synthesized(
    stackWith((stack) => {
      everything(stack);
      withoutSecrets(stack);
    }),
  ).resource ?? {};

test.each(constructed)("all configurable attributes of %s are props, and nothing else", (type, { block }) => {
  const made = Object.values(synthesizedAll[type] ?? {});
  const paths = new Set(made.flatMap((attributes) => set(attributes, block)));
  expect([...paths].sort()).toEqual(configurable(block).sort());
});

test("every type of resource and data source has a low-level class", () => {
  const classes = Object.values(l1).flatMap((module) =>
    Object.values<{ tfResourceType?: string }>(module as never),
  );
  const types = new Set(classes.map(({ tfResourceType }) => tfResourceType));
  const known = [...resources.map(([type]) => type), ...Object.keys(data_source_schemas)];
  expect(types).toEqual(new Set(["searchcloud", undefined, ...known]));
});

const FOLDER = join(__dirname, "..", "..", "constructs");
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".ts"));
const EXPORTED = readFileSync(join(FOLDER, "index.ts"), "utf8");

interface Prop {
  readonly name: string;
  readonly text: string;
  readonly optional: boolean;
  /** The text before it, with its docstring. */
  readonly doc: string;
}

/** Returns the members of the public interfaces. */
function propsIn(file: string): Prop[] {
  const text = readFileSync(join(FOLDER, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  return source.statements
    .filter(ts.isInterfaceDeclaration)
    .filter(({ name }) => /(Props|Options|Timeouts)$|^I[A-Z]/.test(name.text))
    .filter(({ name }) => new RegExp(`\\b${name.text}\\b`).test(EXPORTED))
    .flatMap((declared) =>
      declared.members
        .filter((member) => ts.isPropertySignature(member) || ts.isMethodSignature(member))
        .map((member) => ({
          name: `${declared.name.text}.${member.name.getText(source)}`,
          text: member.getText(source),
          optional: member.questionToken !== undefined,
          doc: text.slice(member.getFullStart(), member.getStart(source)),
        })),
    );
}

const PROPS = FILES.flatMap(propsIn);

test("finds every prop", () => {
  const some = ["ClusterProps.memory", "ClusterTimeouts.create", "ICluster.nodes", "ISecretSink.bind"];
  expect(PROPS.map(({ name }) => name)).toEqual(expect.arrayContaining(some));
});

test.each<[rule: string, breaks: (prop: Prop) => boolean]>([
  ["has a description", ({ doc }) => !/\/\*\*[\s*]+[A-Z]/.test(doc)],
  ["documents its default, if it is optional", ({ optional, doc }) => optional && !/@default \S/.test(doc)],
  ["has no default, if it is required", ({ optional, doc }) => !optional && /\* @default/.test(doc)],
  ["is readonly", ({ text }) => !/^readonly /.test(text) && !text.includes("(")],
])("every prop %s", (_, breaks) => {
  expect(PROPS.filter(breaks).map(({ name }) => name)).toEqual([]);
});
