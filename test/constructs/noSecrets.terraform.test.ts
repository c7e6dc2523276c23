import { type TerraformStack, Testing } from "cdktf";
import { Cluster, EphemeralVariable, Field } from "../../constructs";
import { readPlugin } from "../../constructs/installPlugin";
import { version } from "../../package.json";
import type { EmulatorServer } from "../../src/emulator";
import { installInto } from "../../src/installation/install";
import { ADDRESS } from "../../src/provider/address";
import { environmentOf, running, steppedEmulator } from "../examples/support/account";
import { testWith } from "../support/features";
import { leaksIn } from "../support/secretScan";
import { Workspace } from "../support/terraform";
import { SMALL, stackWith } from "./fixtures/stack";

const SECRETS = {
  admin_key: "wYp3rT8vK1nQ6zLx9sBd4mHj7cFg2aEu0iOk5WqN",
  search_key: "J5hV2kX8pS1rN7bZ4tQ9yC3mG6wD0fLaEuTiRoPe",
};
const OTHER = { search_key: "b7RkT2xW9nVq4LzYd1PsMh6JgCf3AuEo8iNtKyXa" };

const variables = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`TF_VAR_${name}`, value]));

jest.setTimeout(240_000);
// Each configuration of the provider has its own process, so the provider of the sources, which runs in this one, cannot do.
let emulator: EmulatorServer;
let workspace: Workspace;

beforeEach(async () => {
  emulator = await steppedEmulator();
  const settings = { SEARCHCLOUD_POLL_INTERVAL: "1ms" };
  workspace = await Workspace.create({ ...environmentOf(emulator), ...settings, ...variables(SECRETS) });
});
afterEach(async () => {
  await workspace?.remove();
  await emulator?.close();
});

async function synthesize(build: (stack: TerraformStack) => void): Promise<void> {
  await workspace.write({ "cdk.tf.json": Testing.synth(stackWith(build), true) });
  installInto(workspace.directory, { address: ADDRESS, version, content: readPlugin(undefined) });
}

const keys = () => emulator.state().node_keys.map(({ description }) => description);

function bootstrapped(stack: TerraformStack) {
  const products = new Cluster(stack, "products", SMALL);
  const value = new EphemeralVariable(stack, "admin_key").stringValue;
  return { products, admin: products.bootstrapKey("admin", { value, version: 1 }) };
}

const CONTENT = '{"title":"Oak bookcase"}';
const QUERY = { q: "oak", query_by: "title" };
const FIELDS = [Field.string("title")];

testWith("write-only arguments")(
  "a temporary key that a bootstrap key creates is the key of what is on the nodes, from nothing and back",
  async () => {
    await synthesize((stack) => {
      const { products, admin } = bootstrapped(stack);
      const permissions = { actions: ["*"], collections: ["catalog"] };
      const deploy = products.temporaryKey("deploy", { keys: admin, ...permissions });
      const catalog = products.addCollection("catalog", { keys: deploy, fields: FIELDS });
      catalog.importDocuments("seed", { content: CONTENT });
      catalog.expect("answers", { query: QUERY });
    });
    await workspace.apply();
    expect(keys()).toEqual(["admin"]);
    const text = await workspace.stateText();
    expect(leaksIn("state", text, SECRETS)).toEqual([]);
    await workspace.emptyPlan();
    expect(keys()).toEqual(["admin"]);
    await workspace.destroy();
    expect(running(emulator)).toEqual([]);
  },
);

testWith("write-only arguments")(
  "a key that searches at the end of a deploy is rotated in one deploy, and then copies documents as a source",
  async () => {
    const build = (edition: number) => (stack: TerraformStack) => {
      const { products, admin } = bootstrapped(stack);
      const catalog = products.addCollection("catalog", { keys: admin, fields: FIELDS });
      catalog.importDocuments("seed", { content: CONTENT });
      const value = new EphemeralVariable(stack, "search_key").stringValue;
      const reader = products.addKey("reader", {
        keys: admin,
        actions: ["documents:search", "documents:export", "collections:get"],
        collections: ["catalog"],
        valueWo: { value, version: edition },
      });
      catalog.expect("answers", { keys: reader, query: QUERY });
      if (edition === 1) return;
      const copy = products.addCollection("copy", { keys: admin, fields: FIELDS });
      copy.importDocuments("all", { from: { collection: catalog, keys: reader } });
      copy.expect("copied", { query: QUERY });
    };
    await synthesize(build(1));
    await workspace.apply();
    await synthesize(build(2));
    const env = variables(OTHER);
    await workspace.apply([], { env });
    expect(keys()).toEqual(["admin", "reader"]);
    expect(leaksIn("state", await workspace.stateText(), { ...SECRETS, other: OTHER.search_key })).toEqual(
      [],
    );
    await workspace.emptyPlan([], { env });
  },
);
