import { App, Aspects, TerraformStack, Testing } from "cdktf";
import type { IConstruct } from "constructs";
import {
  Cluster,
  Collection,
  EphemeralVariable,
  type ICluster,
  Key,
  type KeyProps,
  l1,
  SearchCloudProvider,
} from "../../constructs";
import {
  ADMIN,
  bootstrapped,
  configurationIn,
  EVERYTHING,
  existing,
  partIn,
  SEARCHES,
  secret,
  TITLE,
  withAdmin,
} from "./fixtures/noSecrets";
import { expression, only, stackWith, synthesized, warnings } from "./fixtures/stack";

test("an ephemeral variable is a sensitive string, in JSON and in HCL", () => {
  const stack = stackWith((scope) => {
    new EphemeralVariable(scope, "admin_key", { description: "The admin key" });
    new EphemeralVariable(scope, "ports", { type: "list(number)", sensitive: false });
  });
  expect(synthesized(stack)).toMatchObject({
    variable: {
      admin_key: { type: "string", sensitive: true, ephemeral: true, description: "The admin key" },
      ports: { type: "list(number)", sensitive: false, ephemeral: true },
    },
  });
  expect(Testing.synthHcl(stack)).toMatch(/variable "admin_key" \{[^}]*\n\s*ephemeral = true\n\}/);
});

describe("a bootstrap key", () => {
  test("allows everything, and its value is write-only", () => {
    const all = withAdmin(() => {});
    expect(partIn(all, "searchcloud_key", "admin")).toEqual({
      cluster_id: "x7ab",
      description: "admin",
      ...EVERYTHING,
      bootstrap: true,
      value_wo: expression("var.admin_key"),
      value_wo_version: 1,
      lifecycle: { create_before_destroy: true },
      provider: expect.stringMatching(/^searchcloud\.\S+$/),
    });
  });

  test("is in the process of what is on the nodes, which has its value, and the settings of the stack's other configuration", () => {
    const all = withAdmin((admin, cluster, stack) => {
      cluster.addCollection("catalog", { keys: admin, fields: [TITLE] });
      Aspects.of(stack).add({
        visit(node: IConstruct) {
          if (node instanceof SearchCloudProvider && node.alias === undefined) {
            node.pollInterval = "2s";
            node.addOverride("dialect", "typesense-cloud");
          }
        },
      });
    });
    const alias = partIn(all, "searchcloud_key", "admin").provider;
    expect(partIn(all, "searchcloud_collection", "catalog").provider).toBe(alias);
    expect(configurationIn(all, alias)).toEqual({
      alias: expect.any(String),
      data_api_key: expression("var.admin_key"),
      poll_interval: "2s",
      dialect: "typesense-cloud",
    });
    expect(all.provider?.searchcloud).toHaveLength(2);
  });

  test("has the settings of its cluster's configuration, in HCL too", () => {
    const stack = stackWith((scope) => {
      const europe = new SearchCloudProvider(scope, "europe", {
        alias: "europe",
        nodeUrl: "https://{hostname}.eu",
      });
      const cluster = Cluster.fromClusterId(scope, "existing", "x7ab", { provider: europe });
      bootstrapped(cluster, scope);
    });
    const all = synthesized(stack);
    expect(configurationIn(all, partIn(all, "searchcloud_key", "admin").provider)).toEqual({
      alias: expect.any(String),
      node_url: "https://{hostname}.eu",
      data_api_key: expression("var.admin_key"),
    });
    expect(Testing.synthHcl(stack)).toMatch(
      /node_url = "https:\/\/\{hostname\}\.eu"\n\s*alias = "existing_admin\S+"\n\s*data_api_key = "\$\{var\.admin_key\}"/,
    );
  });

  test("takes a description and meta-arguments", () => {
    const stack = stackWith((scope) => {
      const value = secret(scope, "admin_key");
      const lifecycle = { preventDestroy: true };
      existing(scope).bootstrapKey("admin", { value, version: 2, description: "Terraform", lifecycle });
    });
    expect(only(stack, "searchcloud_key")).toMatchObject({
      description: "Terraform",
      value_wo_version: 2,
      lifecycle: { create_before_destroy: true, prevent_destroy: true },
    });
  });
});

describe("a key whose value is not in the state, as keys", () => {
  test("is the key of everything on the nodes, which waits for it", () => {
    const all = withAdmin((admin, cluster) => {
      const catalog = cluster.addCollection("catalog", { keys: admin, fields: [TITLE] });
      catalog.importDocuments("seed", { content: '{"title":"Oak"}' });
      cluster.addAlias("shop", { keys: admin, collection: catalog });
      cluster.addKey("storefront", { keys: admin, ...SEARCHES });
      catalog.expect("answers", { query: { q: "*" } });
      const theirs = Collection.fromCollectionName(cluster, "theirs", "theirs", { cluster, keys: admin });
      theirs.importDocuments("more", { content: '{"title":"Pine"}' });
    });
    const { provider: alias } = partIn(all, "searchcloud_key", "admin");
    const parts = [
      partIn(all, "searchcloud_collection", "catalog"),
      partIn(all, "searchcloud_documents", "seed"),
      partIn(all, "searchcloud_collection_alias", "shop"),
      partIn(all, "searchcloud_key", "storefront"),
      partIn(all, "searchcloud_search", "answers"),
      partIn(all, "searchcloud_documents", "more"),
    ];
    for (const part of parts) {
      expect(part).toMatchObject({ provider: alias, depends_on: expect.arrayContaining([ADMIN]) });
      expect(part).not.toHaveProperty("api_key");
    }
    expect(all.provider?.searchcloud).toHaveLength(2);
  });

  test("adds to the dependencies that are given", () => {
    const all = withAdmin((admin, cluster) => {
      const first = cluster.addCollection("first", { keys: admin, fields: [TITLE] });
      cluster.addCollection("second", { keys: admin, fields: [TITLE], dependsOn: [first, admin] });
    });
    expect(partIn(all, "searchcloud_collection", "second").depends_on).toEqual([
      expect.stringMatching(/^searchcloud_collection\./),
      ADMIN,
    ]);
  });

  test("need not be a bootstrap key, nor on a cluster; its provider configuration is created once it is used", () => {
    const build = (isUsed: boolean) =>
      stackWith((scope) => {
        const nodeUrls = ["https://search.internal:8108"];
        const valueWo = { value: secret(scope, "search_key"), version: 7 };
        const keys = new Key(scope, "storefront", {
          nodeUrls,
          apiKey: secret(scope, "k"),
          ...SEARCHES,
          valueWo,
        });
        const catalog = Collection.fromCollectionName(scope, "catalog", "catalog", { nodeUrls });
        if (isUsed) catalog.expect("answers", { keys, query: { q: "*" } });
      });
    expect(synthesized(build(false)).provider?.searchcloud).toEqual([{}]);
    const all = synthesized(build(true));
    expect(partIn(all, "searchcloud_key", "storefront")).not.toHaveProperty("bootstrap");
    const { provider: alias, depends_on } = partIn(all, "searchcloud_search", "answers");
    expect(depends_on).toEqual(["searchcloud_key.storefront"]);
    expect(configurationIn(all, alias)).toMatchObject({ data_api_key: expression("var.search_key") });
  });

  test("is the key of an upgrade rehearsal, also by the collections of its queries", () => {
    const parameters = { q: "oak", query_by: "title" };
    const all = withAdmin((keys, cluster) => {
      const collection = cluster.addCollection("catalog", { keys, fields: [TITLE] });
      cluster.rehearseUpgrade("explicit", { searchServerVersion: "31", keys });
      cluster.rehearseUpgrade("derived", {
        searchServerVersion: "32",
        queries: [{ collection, parameters }],
      });
    });
    const { provider: alias } = partIn(all, "searchcloud_key", "admin");
    for (const name of ["explicit", "derived"]) {
      const rehearsal = partIn(all, "searchcloud_upgrade_rehearsal", name);
      expect(rehearsal).toMatchObject({ provider: alias, depends_on: expect.arrayContaining([ADMIN]) });
      expect(rehearsal).not.toHaveProperty("api_key");
    }
  });

  test("reads a source of documents as a write-only argument, unless the target has the same key", () => {
    const all = withAdmin((admin, cluster, stack) => {
      const catalog = cluster.addCollection("catalog", { keys: admin, fields: [TITLE] });
      const other = Cluster.fromClusterId(stack, "other", "y8bc");
      const theirs = other.bootstrapKey("theirs", { value: secret(stack, "their_key"), version: 1 });
      const source = Collection.fromCollectionName(stack, "source", "source", {
        cluster: other,
        keys: theirs,
      });
      catalog.importDocuments("inherited", { from: { collection: source } });
      const bare = Collection.fromCollectionName(stack, "bare", "source", { cluster: other });
      catalog.importDocuments("explicit", { from: { collection: bare, keys: theirs } });
      catalog.importDocuments("own", { from: { collection: catalog } });
    });
    for (const name of ["inherited", "explicit"]) {
      const { from, depends_on } = partIn(all, "searchcloud_documents", name);
      expect(from).toEqual({
        cluster_id: "y8bc",
        collection: "source",
        api_key_wo: expression("var.their_key"),
      });
      expect(depends_on).toEqual([ADMIN, expect.stringMatching(/^searchcloud_key\.other_theirs_/)]);
    }
    expect(partIn(all, "searchcloud_documents", "own").from).not.toHaveProperty("api_key_wo");
  });

  test("cannot be read from the state", () => {
    stackWith((stack) => {
      const admin = bootstrapped(existing(stack), stack);
      expect(() => admin.value).toThrow(
        'Key "admin" has valueWo, so its value is not in the state, where others could read it: pass on the variable of the value, or ' +
          "the key itself as keys.",
      );
      expect(admin.dataProvider).toBe(admin.provider);
      const plain = existing(new TerraformStack(stack, "inner")).addKey("plain", SEARCHES);
      expect([plain.dataProvider, typeof plain.value]).toEqual([undefined, "string"]);
    });
  });
});

describe("rejects", () => {
  test.each<[given: string, props: Partial<KeyProps>, message: string]>([
    [
      "two values",
      { value: "a".repeat(32), valueWo: { value: "b".repeat(32), version: 1 } },
      'Key "admin" has value and valueWo, but a key has one value: pass valueWo to keep it out of the state.',
    ],
    [
      "bootstrap without a value",
      { bootstrap: true },
      'Key "admin" has bootstrap without valueWo: pass both. The service issues keys for clusters only, and the value of the first key ' +
        "must be known to its provider configuration.",
    ],
    [
      "bootstrap on other servers",
      { bootstrap: true, valueWo: { value: "x", version: 1 }, nodeUrls: ["https://search.internal"] },
      'Key "admin" has bootstrap without cluster: pass both.',
    ],
  ])("%s", (_, props, message) => {
    stackWith((scope) => {
      const cluster = props.nodeUrls === undefined ? { cluster: existing(scope) } : {};
      expect(() => new Key(scope, "admin", { ...EVERYTHING, ...cluster, ...props })).toThrow(message);
    });
  });

  test.each<[name: string, other: (cluster: ICluster) => Partial<KeyProps>]>([
    ["keys", (cluster) => ({ keys: cluster.issueApiKeys("issued") })],
    ["apiKey", () => ({ apiKey: "secret" })],
  ])("bootstrap with %s", (name, other) => {
    stackWith((scope) => {
      const cluster = existing(scope);
      const valueWo = { value: secret(scope, "k"), version: 1 };
      expect(() =>
        cluster.addKey("admin", { ...EVERYTHING, bootstrap: true, valueWo, ...other(cluster) }),
      ).toThrow(
        `Key "admin" has bootstrap and ${name}, but it is created without another key: pass one of them.`,
      );
    });
  });

  test("another provider beside the key, whose provider configuration alone has the value", () => {
    withAdmin((keys, cluster, stack) => {
      const other = new SearchCloudProvider(stack, "other", { alias: "other" });
      expect(() => cluster.addCollection("catalog", { keys, fields: [TITLE], provider: other })).toThrow(
        'Collection "catalog" has keys and provider, but the value of the key "admin" is not in the state, so only its dataProvider has ' +
          "it: pass keys only, or provider: cluster.dataProvider({ apiKey }).",
      );
      cluster.addCollection("fine", {
        keys,
        fields: [TITLE],
        provider: keys.dataProvider as SearchCloudProvider,
      });
    });
  });

  test("the key of another stack, which could not be read there", () => {
    const stack = stackWith();
    const keys = bootstrapped(existing(stack), stack);
    const app = App.of(stack);
    const other = new TerraformStack(app, "catalog");
    new SearchCloudProvider(other, "searchcloud");
    expect(() => existing(other).addCollection("catalog", { keys, fields: [TITLE] })).toThrow(
      'Collection "catalog" has a key of the stack "search", but the value of the key "admin" is not in the state, so only its ' +
        "dataProvider has it, and a stack cannot use a provider of another one: leave keys out, and pass provider: " +
        'cluster.dataProvider({ apiKey }) with a variable of the stack "catalog".',
    );
  });
});

test("a literal value is warned about without being repeated", () => {
  const stack = stackWith((scope) => {
    existing(scope).addKey("storefront", { ...SEARCHES, valueWo: { value: "s3cr3t".repeat(6), version: 1 } });
  });
  const found = warnings(stack);
  expect(found).toEqual([
    [
      "search/existing/storefront/Default",
      "The prop valueWo is a literal, so the key is readable in the synthesized files. Pass an EphemeralVariable.",
    ],
  ]);
});

describe("a data provider of a cluster", () => {
  test("has the given key, and the settings of the cluster's provider configuration", () => {
    const all = synthesized(
      stackWith((scope) => {
        const cluster = existing(scope);
        const data = cluster.dataProvider({ apiKey: secret(scope, "admin_key") });
        cluster.addCollection("catalog", { provider: data, fields: [TITLE] });
        const reader = cluster.dataProvider({ apiKey: secret(scope, "search_key"), alias: "reader" });
        new l1.dataSearchcloudSearch.DataSearchcloudSearch(scope, "low", {
          clusterId: cluster.clusterId,
          collection: "catalog",
          parameters: { q: "*" },
          provider: reader,
        });
      }),
    );
    const catalog = partIn(all, "searchcloud_collection", "catalog");
    expect(configurationIn(all, catalog.provider)).toMatchObject({
      data_api_key: expression("var.admin_key"),
    });
    expect(catalog).not.toHaveProperty("depends_on");
    expect(partIn(all, "searchcloud_search", "low").provider).toBe("searchcloud.reader");
    expect(configurationIn(all, "reader")).toEqual({
      alias: "reader",
      data_api_key: expression("var.search_key"),
    });
  });

  test("needs an alias if it is the second one", () => {
    stackWith((scope) => {
      const [cluster, apiKey] = [existing(scope), secret(scope, "key")];
      cluster.dataProvider({ apiKey });
      cluster.dataProvider({ apiKey, alias: "reader" });
      expect(() => cluster.dataProvider({ apiKey })).toThrow(
        'Cluster "existing" already has a dataProvider without alias: pass another alias to dataProvider, or use the first one again.',
      );
      expect(() => cluster.dataProvider({ apiKey, alias: "reader" })).toThrow(
        'Cluster "existing" already has "reader": pass another alias',
      );
    });
  });
});
