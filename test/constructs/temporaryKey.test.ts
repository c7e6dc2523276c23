import { App, TerraformStack, TerraformVariable } from "cdktf";
import { Key, TemporaryKey } from "../../constructs";
import {
  ADMIN,
  configurationIn,
  EVERYTHING,
  existing,
  partIn,
  SEARCHES,
  TITLE,
  withAdmin,
} from "./fixtures/noSecrets";
import {
  type Attributes,
  expression,
  outputs,
  type Synthesized,
  stackWith,
  synthesized,
} from "./fixtures/stack";

interface WithEphemeral extends Synthesized {
  readonly ephemeral?: { readonly searchcloud_key: { readonly [name: string]: Attributes } };
}

describe("a temporary key", () => {
  const temporary = (all: WithEphemeral) => Object.entries(all.ephemeral?.searchcloud_key ?? {})[0] ?? [];

  test("is opened once the key that creates it exists, in the same provider configuration", () => {
    const all: WithEphemeral = withAdmin((keys, cluster) => {
      cluster.temporaryKey("deploy", { keys, ...EVERYTHING, ttl: "10m" });
    });
    const [, attributes] = temporary(all);
    expect(attributes).toEqual({
      cluster_id: expression(`element(split("/", ${ADMIN}.id), 0)`),
      ...EVERYTHING,
      ttl: "10m",
      provider: partIn(all, "searchcloud_key", "admin").provider,
      depends_on: [ADMIN],
    });
  });

  test("on other servers, too", () => {
    const all: WithEphemeral = synthesized(
      stackWith((scope) => {
        const nodeUrls = ["https://search.internal:8108"];
        const keys = new Key(scope, "admin", { nodeUrls, ...EVERYTHING });
        new TemporaryKey(scope, "deploy", { nodeUrls, keys, ...SEARCHES });
      }),
    );
    expect(temporary(all)[1]).toMatchObject({
      node_urls: expression('(searchcloud_key.admin.id == "none") ? [] : ["https://search.internal:8108"]'),
      api_key: expression("searchcloud_key.admin.value"),
    });
  });

  test("has the cluster itself where its key exists already", () => {
    const all: WithEphemeral = synthesized(
      stackWith((scope) => void existing(scope).temporaryKey("deploy", SEARCHES)),
    );
    expect(temporary(all)[1]).toEqual({ cluster_id: "x7ab", ...SEARCHES });
  });

  test("is the key of what is on the nodes, and its results can be passed on", () => {
    const all: WithEphemeral = withAdmin((keys, cluster, stack) => {
      const deploy = cluster.temporaryKey("deploy", { keys, ...EVERYTHING });
      cluster.addCollection("catalog", { keys: deploy, fields: [TITLE] });
      outputs(stack, { results: [deploy.value, deploy.keyId, deploy.expiresAt] });
    });
    const address = `ephemeral.searchcloud_key.${temporary(all)[0]}`;
    const catalog = partIn(all, "searchcloud_collection", "catalog");
    expect(catalog.depends_on).toEqual([address]);
    expect(configurationIn(all, catalog.provider)).toMatchObject({
      data_api_key: expression(`${address}.value`),
    });
    expect(all.output?.results?.value).toEqual(
      ["value", "id", "expires_at"].map((name) => expression(`${address}.${name}`)),
    );
  });

  test("is rejected in HCL, in which CDKTF would omit it", () => {
    const stack = new TerraformStack(new App({ hclOutput: true, outdir: "unused" }), "search");
    expect(() => existing(stack).temporaryKey("deploy", SEARCHES)).toThrow(
      'TemporaryKey "deploy" is an ephemeral resource, which these constructs write in JSON only: synthesize without --hcl, or declare it in HCL.',
    );
  });
});

test("a search is not ordered after imports that need it through a provider configuration", () => {
  const all = withAdmin((keys, cluster, stack) => {
    const catalog = cluster.addCollection("catalog", { keys, fields: [TITLE] });
    const answers = catalog.expect("answers", { query: { q: "*" } });
    const deploy = cluster.temporaryKey("deploy", { keys, ...EVERYTHING, dependsOn: [answers] });
    const data = cluster.dataProvider({ apiKey: deploy.value, alias: "later" });
    catalog.importDocuments("later", { content: '{"title":"Oak"}', provider: data });
    catalog.importDocuments("before", { content: new TerraformVariable(stack, "text", {}).stringValue });
  });
  expect(partIn(all, "searchcloud_search", "answers").depends_on).toEqual([
    expect.stringContaining("catalog"),
    ADMIN,
    expect.stringMatching(/^searchcloud_documents\..*before/),
  ]);
});
