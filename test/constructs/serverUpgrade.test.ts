import { App, TerraformLocal, TerraformStack, TerraformVariable, Testing } from "cdktf";
import {
  Cluster,
  Collection,
  Field,
  type ICluster,
  l1,
  MaintenanceWindow,
  SearchCloudProvider,
  ServerUpgrade,
  type ServerUpgradeOptions,
  type UpgradeQueryOptions,
} from "../../constructs";
import {
  type Attributes,
  expression,
  only,
  outputs,
  SMALL,
  stackWith,
  synthesized,
  warnings,
} from "./fixtures/stack";

const TYPE = "searchcloud_upgrade_rehearsal";
const CHANGE = "searchcloud_configuration_change";
const query: UpgradeQueryOptions = { collection: "catalog", parameters: { q: "shoes", query_by: "title" } };
const OPTIONS: ServerUpgradeOptions = { searchServerVersion: "31.0", queries: [query] };
const fields = [Field.string("title")];

const PASSED = {
  condition: expression('(self.status == "passed")'),
  error_message: expect.stringMatching(
    /^Version \$\{self\.search_server_version\} is not verified: its rehearsal has the status \$\{self\.status\}\. .*Run deploy again/,
  ),
};

/** A stack in which a cluster that is managed elsewhere is upgraded. */
function upgraded(options: Partial<ServerUpgradeOptions> = {}): TerraformStack {
  return stackWith((scope) => {
    Cluster.fromClusterId(scope, "existing", "x7ab").upgradeTo("v31", { ...OPTIONS, ...options });
  });
}

test("is a rehearsal that must pass, followed by a change to its version", () => {
  const stack = upgraded();
  expect(only(stack, TYPE)).toEqual({
    cluster_id: "x7ab",
    search_server_version: "31.0",
    query: [query],
    lifecycle: { postcondition: [PASSED] },
  });
  const [name] = Object.keys(synthesized(stack).resource?.[TYPE] ?? {});
  expect(name).toMatch(/^existing_v31_Rehearsal_/);
  expect(only(stack, CHANGE)).toEqual({
    cluster_id: "x7ab",
    new_search_server_version: expression(`${TYPE}.${name}.verified_version`),
    depends_on: [`${TYPE}.${name}`],
    lifecycle: {
      precondition: [
        {
          condition: expression(`(${TYPE}.${name}.verified_version != null)`),
          error_message: expect.stringMatching(/^No version is verified, so nothing is changed: /),
        },
      ],
    },
  });
});

test("in HCL, conditions are blocks, and messages have no quotes, which CDKTF would not escape", () => {
  const hcl = Testing.synthHcl(upgraded(), true);
  expect(hcl.match(/^(pre|post)condition \{\ncondition = .*\nerror_message = "[^"]*"\n\}$/gm)).toHaveLength(
    2,
  );
});

test("passes each option to the rehearsal or the change; both use the provider of the cluster", () => {
  const notificationEmailAddresses = ["search-oncall@example.com"];
  const whole = { ...query, name: "shoes", sameTop: 250, tolerance: 0.5, maxSlowdown: 1.5 };
  const stack = stackWith((scope) => {
    const provider = new SearchCloudProvider(scope, "europe", { alias: "europe" });
    Cluster.fromClusterId(scope, "existing", "x7ab", { provider }).upgradeTo("v31", {
      searchServerVersion: "31.0",
      apiKey: "secret",
      queries: [{ ...whole, parameters: { q: "*", per_page: 250, prefix: false } }],
      targetRegion: "frankfurt",
      triggers: { week: "47" },
      keepClone: "on_failure",
      notificationEmailAddresses,
      maintenanceWindow: MaintenanceWindow.daily("02:00"),
      waitForChange: true,
      timeouts: { create: "6h", change: "8h" },
    });
  });
  const both = {
    cluster_id: "x7ab",
    provider: "searchcloud.europe",
    notification_email_addresses: notificationEmailAddresses,
  };
  const parameters = { q: "*", per_page: "250", prefix: "false" };
  expect(only(stack, TYPE)).toMatchObject({
    ...both,
    api_key: "secret",
    query: [
      { collection: "catalog", name: "shoes", parameters, same_top: 250, tolerance: 0.5, max_slowdown: 1.5 },
    ],
    target_region: "frankfurt",
    triggers: { week: "47" },
    keep_clone: "on_failure",
    timeouts: { create: "6h" },
  });
  expect(only(stack, CHANGE)).toMatchObject({
    ...both,
    window: { start: "02:00" },
    wait: true,
    timeouts: { create: "8h" },
  });
  expect(only(stack, CHANGE)).not.toHaveProperty("triggers");
  expect(only(upgraded({ timeouts: { change: "8h" } }), TYPE)).not.toHaveProperty("timeouts");
});

test("has the version, the rehearsal and the change, and can be a dependency", () => {
  const stack = stackWith((scope) => {
    const upgrade = new ServerUpgrade(scope, "v31", {
      ...OPTIONS,
      cluster: Cluster.fromClusterId(scope, "existing", "x7ab"),
    });
    const { verifiedVersion, rehearsal, change } = upgrade;
    outputs(scope, { verifiedVersion, checks: rehearsal.checks, change: change.changeId });
    new Cluster(scope, "after", { ...SMALL, dependsOn: [upgrade] });
  });
  const { output, resource } = synthesized(stack);
  const [rehearsal, change] = [TYPE, CHANGE].map((type) => Object.keys(resource?.[type] ?? {})[0]);
  expect(output).toEqual({
    verifiedVersion: { value: expression(`${TYPE}.${rehearsal}.verified_version`) },
    checks: { value: expression(`${TYPE}.${rehearsal}.checks`) },
    change: { value: expression(`${CHANGE}.${change}.id`) },
  });
  expect(resource?.searchcloud_cluster?.after?.depends_on).toEqual([`${CHANGE}.${change}`]);
});

test("rejects a Cluster that manages its version, unless Terraform ignores its edits", () => {
  const upgrade = (props: object) => () =>
    stackWith((scope) => new Cluster(scope, "products", { ...SMALL, ...props }).upgradeTo("v31", OPTIONS));
  const searchServerVersion = "30.1";
  expect(upgrade({ searchServerVersion })).toThrow(
    'ServerUpgrade "v31" upgrades the Cluster search/products, whose searchServerVersion also manages the version, so its next ' +
      "deploy would undo the upgrade: remove searchServerVersion from the Cluster, which then keeps its current version.",
  );
  expect(
    upgrade({ searchServerVersion, lifecycle: { ignoreChanges: ["search_server_version"] } }),
  ).not.toThrow();
  const rehearsed = stackWith((scope) => {
    new Cluster(scope, "products", { ...SMALL, searchServerVersion }).rehearseUpgrade("v31", OPTIONS);
  });
  expect(only(rehearsed, TYPE)).toMatchObject({ search_server_version: "31.0" });
});

const IN_QUERY = ", in the query 1, has";

test.each<[message: string, options: Partial<ServerUpgradeOptions>]>([
  [" has no searchServerVersion, so there is nothing to rehearse", { searchServerVersion: " " }],
  [
    " has performChangeAt and maintenanceWindow",
    { performChangeAt: "2026-11-22T02:00:00Z", maintenanceWindow: MaintenanceWindow.daily("02:00") },
  ],
  [" has keys and apiKey, but", { apiKey: "secret", keys: { adminKey: "other" } as never }],
  [`${IN_QUERY} no collection`, { queries: [{ ...query, collection: "" }] }],
  [`${IN_QUERY} no parameters`, { queries: [{ ...query, parameters: {} }] }],
  [', in the query "shoes", has sameTop 251: pass', { queries: [{ ...query, name: "shoes", sameTop: 251 }] }],
  [`${IN_QUERY} sameTop -1: pass`, { queries: [{ ...query, sameTop: -1 }] }],
  [`${IN_QUERY} sameTop 1.5: pass`, { queries: [{ ...query, sameTop: 1.5 }] }],
  [
    `${IN_QUERY} sameTop 6, but its parameters request 5 documents`,
    { queries: [{ ...query, parameters: { q: "*", per_page: 5 }, sameTop: 6 }] },
  ],
  [`${IN_QUERY} tolerance 101, but it is a percentage`, { queries: [{ ...query, tolerance: 101 }] }],
  [`${IN_QUERY} maxSlowdown 0.9, but`, { queries: [{ ...query, maxSlowdown: 0.9 }] }],
  [' has two queries with the name "a"', { queries: ["a", "b", "a"].map((name) => ({ ...query, name })) }],
])("refused: %s", (message, options) => {
  expect(() => upgraded(options)).toThrow(`ServerUpgrade "v31"${message}`);
});

test("rejects a collection that is certainly on another cluster", () => {
  stackWith((scope) => {
    const products = new Cluster(scope, "products", SMALL);
    const books = new Cluster(scope, "books", SMALL);
    const collection = books.addCollection("catalog", { fields });
    const searching = (on: ICluster) => () =>
      on.rehearseUpgrade("v31", { ...OPTIONS, queries: [{ ...query, collection }] });
    expect(searching(products)).toThrow(
      'UpgradeRehearsal "v31", in the query 1, has the collection search/books/catalog, which is not on the cluster search/products',
    );
    expect(searching(books)).not.toThrow();
    const id = new TerraformVariable(scope, "id", { type: "string" }).stringValue;
    expect(searching(Cluster.fromClusterId(scope, "any", id))).not.toThrow();
  });
});

test("warns about missing queries, an unknown region and a literal key", () => {
  expect(warnings(upgraded())).toEqual([]);
  const stack = stackWith((scope) => {
    const options = { searchServerVersion: "31.0", targetRegion: "oregn", apiKey: "secret" };
    new Cluster(scope, "products", SMALL).upgradeTo("v31", options);
  });
  const path = "search/products/v31/Rehearsal";
  expect(warnings(stack)).toEqual([
    [path, expect.stringMatching(/^The prop apiKey is a literal/)],
    [path, expect.stringMatching(/^region "oregn" is unknown/)],
    [path, expect.stringMatching(/^The rehearsal has no queries, so only the health of the nodes/)],
  ]);
});

test("searches collections and aliases by reference, with the key of the first that has one", () => {
  const stack = stackWith((scope) => {
    const products = new Cluster(scope, "products", SMALL);
    const keys = products.issueApiKeys("keys");
    const catalog = products.addCollection("catalog", { fields, keys });
    const collections = [products.addAlias("shop", { collection: catalog }), catalog];
    const queries = collections.map((collection) => ({ ...query, collection }));
    products.upgradeTo("v31", { ...OPTIONS, queries });
  });
  const { resource } = synthesized(stack);
  const nameOf = (type: string) => `${type}.${Object.keys(resource?.[type] ?? {})[0]}`;
  expect(only(stack, TYPE)).toMatchObject({
    api_key: expression(`${nameOf("searchcloud_api_keys")}.admin_key`),
    query: [
      { collection: expression(`${nameOf("searchcloud_collection_alias")}.name`) },
      { collection: expression(`${nameOf("searchcloud_collection")}.name`) },
    ],
  });
});

describe("the rehearsal runs", () => {
  /** Returns its dependencies, by type and the last part of the id. */
  function predecessors(stack: TerraformStack): string[] {
    const { depends_on: addresses = [] } = only(stack, TYPE) as Attributes & {
      readonly depends_on?: string[];
    };
    return addresses.map((address) => address.replace(/_[0-9A-F]{8}$/, ""));
  }

  /** Everything that can be on a cluster. */
  function fill(cluster: ICluster, prefix: string): void {
    const catalog = cluster.addCollection(`${prefix}catalog`, { fields });
    catalog.importDocuments("seed", { content: "{}" });
    catalog.expect("answers", { query: { q: "*" } });
    cluster.addAlias(`${prefix}shop`, { collection: catalog });
    cluster.addKey(`${prefix}key`, { actions: ["*"], collections: ["*"] });
    cluster.issueApiKeys(`${prefix}keys`);
    cluster.addServerParameter(`${prefix}parameter`, { value: "500" });
  }

  const filled = (prefix: string) => [
    `searchcloud_collection.products_${prefix}catalog`,
    `searchcloud_documents.products_${prefix}catalog_seed`,
    `data.searchcloud_search.products_${prefix}catalog_answers`,
    `searchcloud_collection_alias.products_${prefix}shop`,
    `searchcloud_key.products_${prefix}key`,
    `searchcloud_api_keys.products_${prefix}keys`,
    `searchcloud_server_parameter.products_${prefix}parameter`,
  ];

  test("after everything on the cluster, in any order and however it names the cluster", () => {
    const stack = stackWith((scope) => {
      const products = new Cluster(scope, "products", SMALL);
      fill(products, "a");
      products.upgradeTo("v31", { ...OPTIONS, dependsOn: [new Cluster(scope, "given", SMALL)] });
      fill(products, "b");
      new l1.synonymSet.SynonymSet(scope, "words", { clusterId: products.clusterId, name: "words" });
      const again = Cluster.fromClusterId(scope, "again", products.clusterId);
      Collection.fromCollectionName(scope, "logs", "logs", { cluster: again }).importDocuments("x", {
        content: "{}",
      });
    });
    expect(predecessors(stack)).toEqual([
      "searchcloud_cluster.given",
      ...filled("a"),
      ...filled("b"),
      "searchcloud_synonym_set.words",
      "searchcloud_documents.logs_x",
    ]);
    // A second synthesis gives the same, and so does HCL.
    expect(predecessors(stack)).toHaveLength(17);
    const hcl = Testing.synthHcl(stack, true);
    const [, list = ""] = /"searchcloud_upgrade_rehearsal" [\s\S]*?depends_on = \[([^\]]*)\]/.exec(hcl) ?? [];
    expect(list.match(/[\w.]+/g)).toHaveLength(17);
  });

  test("not after changes of the cluster itself, nor after other clusters or stacks", () => {
    const app = new App({ outdir: "unused" });
    const [here, there] = ["here", "there"].map((id) => new TerraformStack(app, id));
    if (!here || !there) throw new Error("There are two stacks.");
    new SearchCloudProvider(here, "searchcloud");
    const existing = Cluster.fromClusterId(here, "existing", "x7ab");
    existing.addConfigurationChange("restart");
    existing.addCloningOperation("copy");
    fill(Cluster.fromClusterId(here, "other", "y8cd"), "a");
    fill(Cluster.fromClusterId(there, "products", "x7ab"), "a");
    existing.upgradeTo("v31", OPTIONS);
    expect(only(here, TYPE)).not.toHaveProperty("depends_on");
  });

  test("not after direct or indirect dependents of the upgrade", () => {
    const stack = stackWith((scope) => {
      const products = Cluster.fromClusterId(scope, "products", "x7ab");
      const after = products.addCollection("after", { fields });
      const upgrade = products.upgradeTo("v31", OPTIONS);
      (after.node.defaultChild as l1.collection.Collection).dependsOn = [upgrade.fqn];
      after.importDocuments("seed", { content: "{}" });
      const version = new TerraformLocal(scope, "version", upgrade.verifiedVersion).asString;
      products.addKey("named", { description: version, actions: ["*"], collections: ["*"] });
      products.addCollection("before", { fields });
    });
    expect(predecessors(stack)).toEqual(["searchcloud_collection.products_before"]);
  });
});
