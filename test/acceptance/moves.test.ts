import { DOMAIN } from "../../src/emulator/domain/clusters/answer";
import { define, defineResourceSchema, t } from "../../src/framework";
import { FOREIGN_STATES, type ForeignState, MOVED_KEY } from "../provider/moves/states";
import { testWith } from "../support/features";
import { combined, type Reattached, reattached } from "../support/terraform";
import { prepareNodes } from "./everyType/onNodes";
import { eachScene, flat, OPTIONS } from "./support";

/** `moved` blocks from community providers, with the real terraform: the state of the other provider, and an empty plan. */
const on = eachScene(OPTIONS, prepareNodes);
const testIt = testWith("moves between types");
const others: Reattached[] = [];
afterEach(() => Promise.all(others.splice(0).map((one) => one.close())));

const description = "Theirs.";
/** A provider that has the types of a community provider by name. Terraform asks it for its schema only. */
function providerWith(types: readonly string[]) {
  const { resource, provider } = define<undefined>();
  const schema = defineResourceSchema({ id: { type: t.string, mode: "computed", description } });
  return provider({
    name: "typesense",
    description,
    schema: {},
    configure: async () => undefined,
    resources: types.map((type) =>
      resource({
        name: type.replace("typesense_", ""),
        description,
        schema,
        updates: {},
        create: async () => ({}),
        read: async () => ({}),
        delete: async () => {},
      }),
    ),
    dataSources: [],
    functions: [],
  });
}

/** Writes the state of another provider with these instances, and returns the environment in which terraform finds that provider. */
async function stateOf(states: readonly ForeignState[]): Promise<NodeJS.ProcessEnv> {
  const addresses = [...new Set(states.map(({ provider }) => provider))];
  for (const address of addresses) {
    const types = states.filter(({ provider }) => provider === address).map(({ type }) => type);
    others.push(await reattached(providerWith(types), address));
  }
  const resources = states.map(({ provider, type, version, values }) => ({
    mode: "managed",
    type,
    name: "it",
    provider: `provider["${provider}"]`,
    instances: [{ schema_version: version, attributes: values, sensitive_attributes: [] }],
  }));
  const lineage = "11111111-2222-3333-4444-555555555555";
  const state = { version: 4, terraform_version: "1.8.0", serial: 1, lineage, outputs: {}, resources };
  await on.workspace.write({ "terraform.tfstate": JSON.stringify(state) });
  return combined(on.served, ...others) as NodeJS.ProcessEnv;
}

const BODIES: { readonly [target: string]: string } = {
  cluster: `memory = "0.5_gb"\nvcpu = "2_vcpus_1_hr_burst_per_day"\nregions = ["oregon"]\nname = "products"`,
  collection: `name = "books"\nfield {\n  name = "title"\n  type = "string"\n}`,
  collection_alias: `name = "shop"\ncollection_name = "books"`,
  key: `description = "search"\nactions = ["documents:search"]\ncollections = ["*"]`,
  preset: `name = "listing"\nvalue = jsonencode({ q = "*" })`,
  stopwords_set: `name = "common"\nstopwords = ["a", "the"]`,
};

function configuration(states: readonly ForeignState[], owner: string): string {
  return states
    .map(({ type, target }) => {
      const where = target === "cluster" ? "" : owner;
      const block = `resource "searchcloud_${target}" "it" {\n${where}\n${BODIES[target]}\n}`;
      return `${block}\nmoved {\n  from = ${type}.it\n  to = searchcloud_${target}.it\n}`;
    })
    .join("\n");
}

/** Creates the objects of the states on the nodes of shop2, as somebody else. */
function prepareObjects(): number {
  const { emulator } = on;
  emulator.createCollectionOutside("shop2", { name: "books", fields: [{ name: "title", type: "string" }] });
  emulator.putAliasOutside("shop2", "shop", "books");
  emulator.putNamedOutside("shop2", "presets", "listing", { value: { q: "*" } });
  emulator.putNamedOutside("shop2", "stopwords", "common", { stopwords: ["a", "the"] });
  return emulator.createNodeKeyOutside("shop2", {
    description: "search",
    actions: ["documents:search"],
    collections: ["*"],
    value: MOVED_KEY,
  });
}

const of = (provider: string, ...targets: readonly string[]) =>
  FOREIGN_STATES.filter((one) => one.provider.includes(`/${provider}/`) && targets.includes(one.target));

/** Returns the states with the number that the key has on the nodes. */
const withKey = (states: readonly ForeignState[], id: number) =>
  states.map((one) =>
    one.target === "key"
      ? { ...one, values: { ...one.values, id: typeof one.values.id === "number" ? id : String(id) } }
      : one,
  );

/** Plans, and expects that nothing but addresses would change. Terraform counts a move as a change of the state. */
async function movedOnly(env: NodeJS.ProcessEnv): Promise<string> {
  const { output } = await on.workspace.plan([], { env });
  expect(output).toContain("Plan: 0 to add, 0 to change, 0 to destroy.");
  expect(output).not.toMatch(/^ *[~+-] /m);
  return flat(output);
}

const EVERYTHING: [provider: string, targets: string[]][] = [
  ["ronati", ["collection", "collection_alias", "key"]],
  ["alanm", ["collection", "collection_alias", "key", "preset", "stopwords_set"]],
  ["cysp", ["collection", "collection_alias", "key"]],
  ["kekenika", ["collection", "collection_alias"]],
];
for (const [name, targets] of EVERYTHING) {
  testIt(
    `everything of ${name} is moved: the plan is empty, the apply sends nothing, and nothing is lost`,
    async () => {
      const states = withKey(of(name, ...targets), prepareObjects());
      const env = await stateOf(states);
      on.environment.SEARCHCLOUD_MOVE_TO = "shop2";
      await on.write(configuration(states, 'cluster_id = "shop2"'));
      const planned = await movedOnly(env);
      expect(planned).toContain("has moved to");
      expect(planned).not.toContain(MOVED_KEY);
      const applied = await on.workspace.apply([], { env });
      expect(applied.output).not.toContain(MOVED_KEY);
      expect(on.wrote()).toEqual([]);
      on.environment.SEARCHCLOUD_MOVE_TO = undefined;
      await on.empty();
      if (targets.includes("key"))
        expect(await on.values("searchcloud_key.it")).toMatchObject({ value: MOVED_KEY });
      expect(await on.values("searchcloud_collection_alias.it")).toMatchObject({ id: "shop2/shop" });
    },
  );
}

testIt("objects on nodes given by URL are moved", async () => {
  const states = of("ronati", "collection", "collection_alias");
  prepareObjects();
  const env = await stateOf(states);
  await on.write(configuration(states, 'node_urls = ["node://shop2"]'));
  const { output } = await on.workspace.plan([], { env, expect: 1 });
  expect(flat(output)).toContain("does not say which server has it Set SEARCHCLOUD_MOVE_TO");
  on.environment.SEARCHCLOUD_MOVE_TO = on.emulator.nodeUrl.replace("{hostname}", `shop2-1.${DOMAIN}`);
  await movedOnly(env);
});

testIt("clusters are moved, and their plan is empty", async () => {
  const [id = ""] = on.emulator.seed({ clusters: [{ name: "products" }] });
  const [state] = of("alanm", "cluster");
  if (!state) throw new Error("no cluster");
  const states = [{ ...state, values: { ...state.values, id } }];
  const env = await stateOf(states);
  await on.write(configuration(states, ""));
  expect(await movedOnly(env)).toContain(`The keys of cluster ${id} are not moved`);
  await on.workspace.apply([], { env });
  await on.empty();
  expect(on.writes()).toEqual([]);
});

testIt("what does not exist there is refused, not created", async () => {
  const states = of("ronati", "collection");
  const env = await stateOf(states);
  on.environment.SEARCHCLOUD_MOVE_TO = "shop2";
  await on.write(configuration(states, 'cluster_id = "shop2"'));
  const { output } = await on.workspace.plan([], { env, expect: 1 });
  expect(flat(output)).toContain('Cannot import collection "books" of cluster shop2');
});

testIt("the number of another key is refused", async () => {
  prepareObjects();
  const [state] = of("ronati", "key");
  if (!state) throw new Error("no key");
  const states = withKey([state], 1);
  const env = await stateOf(states);
  on.environment.SEARCHCLOUD_MOVE_TO = "shop2";
  await on.write(configuration(states, 'cluster_id = "shop2"'));
  const { output } = await on.workspace.plan([], { env, expect: 1 });
  expect(flat(output)).toContain("These nodes have another key of this number");
  expect(output).not.toContain(MOVED_KEY);
});

testIt(
  "a move to another server than the block names is refused: the plan would destroy what is there",
  async () => {
    prepareObjects();
    const states = of("ronati", "collection");
    const env = await stateOf(states);
    on.environment.SEARCHCLOUD_MOVE_TO = "shop2";
    await on.write(configuration(states, 'cluster_id = "shop1"'));
    const { output } = await on.workspace.plan([], { env, expect: 1 });
    expect(flat(output)).toContain('cluster_id is "shop2" in the state, and "shop1" in the configuration');
    on.environment.SEARCHCLOUD_MOVE_TO = on.emulator.nodeUrl.replace("{hostname}", `shop2-1.${DOMAIN}`);
    await on.write(configuration(states, 'node_urls = ["node://shop1"]'));
    const other = await on.workspace.plan([], { env, expect: 1 });
    expect(flat(other.output)).toContain("was moved as another object");
  },
);

testIt("a move to a block that has no instances destroys nothing", async () => {
  prepareObjects();
  const states = of("ronati", "collection");
  const env = await stateOf(states);
  on.environment.SEARCHCLOUD_MOVE_TO = "shop2";
  await on.write(configuration(states, 'cluster_id = "shop2"\ncount = 0'));
  const { output } = await on.workspace.plan([], { env, expect: 1 });
  expect(flat(output)).toContain("cannot be moved and destroyed in one plan");
});
