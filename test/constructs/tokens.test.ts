import { TerraformVariable, Token } from "cdktf";
import { Cluster, Collection, type DayOfWeek, Field, MaintenanceWindow, Topology } from "../../constructs";
import { expression, outputs, SMALL, stackWith, synthesized, warnings } from "./fixtures/stack";

test("values that are known only at deploy pass every check, and are not warned of", () => {
  const stack = stackWith((scope) => {
    const variable = (id: string, type = id) => new TerraformVariable(scope, id, { type });
    const text = variable("string").stringValue;
    const flag = variable("bool").booleanValue;
    const number = variable("number").numberValue;
    const serverParameters = variable("map", "map(string)").value;
    const day = text as DayOfWeek;
    const days = variable("list", "list(string)").listValue as DayOfWeek[];
    expect(Token.isUnresolved(MaintenanceWindow.weekly(days, "02:00").attributes.days)).toBe(true);
    const products = new Cluster(scope, "products", {
      memory: text,
      vcpu: text,
      topology: Topology.singleNode(text),
      count: number,
      terminationProtection: flag,
      serverParameters,
      performChangeAt: `${text}T02:00:00Z`,
      waitForChanges: flag,
    });
    products.addServerParameter("max-per-page", { value: text });
    const maintenanceWindow = MaintenanceWindow.weekly(["sunday", day], text, text, { duration: text });
    const books = new Cluster(scope, "books", { ...SMALL, serverParameters: { a: "1" }, maintenanceWindow });
    books.addServerParameter("any", { parameterName: text, value: text });
    const existing = Cluster.fromClusterId(scope, "existing", text);
    existing.addConfigurationChange("change", {
      newHighAvailability: flag,
      newHighAvailabilityNodeCount: number,
      performChangeAt: text,
    });
    const { targetCluster } = existing.addCloningOperation("clone", { targetRegion: text, wait: flag });
    outputs(scope, { endpoint: targetCluster.clusterEndpoint });
    const nodeUrls = variable("urls", "list(string)").listValue;
    const own = new Collection(scope, "own", {
      nodeUrls,
      collectionName: text,
      fields: [Field.of(text, text), Field.of(text, "string")],
      defaultSortingField: "rank",
      replacement: text,
    });
    own.importFrom();
    new Collection(scope, "sorted", {
      nodeUrls: [text],
      fields: [Field.of("rank", text)],
      defaultSortingField: "rank",
    });
    const triggers = serverParameters;
    own.importDocuments("file", { file: `${text}.jsonl`, action: text, batchSize: number, triggers });
    own.importDocuments("content", { content: text });
    own.expect("found", { query: { q: text, per_page: number }, foundAtLeast: number });
    existing.upgradeTo("upgrade", {
      searchServerVersion: text,
      apiKey: text,
      queries: [
        {
          name: text,
          collection: text,
          parameters: { q: text, per_page: number },
          sameTop: number,
          tolerance: number,
          maxSlowdown: number,
        },
        { name: text, collection: own, parameters: serverParameters },
      ],
      targetRegion: text,
      keepClone: text,
      performChangeAt: text,
      waitForChange: flag,
    });
    existing.addKey("key", { actions: [text], collections: [text], apiKey: text });
  });
  expect(warnings(stack)).toEqual([]);
  const [text, flag, number] = ["string", "bool", "number"].map((name) => expression(`var.${name}`));
  const { resource = {}, data = {}, import: imports } = synthesized(stack);
  const of = (type: string) => Object.values(resource[`searchcloud_${type}`] ?? {});
  expect(resource.searchcloud_cluster).toMatchObject({
    products: {
      memory: text,
      vcpu: text,
      regions: [text],
      count: number,
      termination_protection: flag,
      server_parameters: expression("var.map"),
      change_schedule: { perform_change_at: `${text}T02:00:00Z`, wait: flag },
    },
    books: {
      change_schedule: { window: { days: ["sunday", text], start: text, timezone: text, duration: text } },
    },
  });
  expect(of("server_parameter").map(({ name, value }) => [name, value])).toEqual([
    [text, text],
    ["max-per-page", text],
  ]);
  expect(of("configuration_change")).toMatchObject([
    { cluster_id: text, new_high_availability: flag, new_high_availability_node_count: number },
    { cluster_id: text, perform_change_at: text, wait: flag },
  ]);
  const compared = { name: text, same_top: number, tolerance: number, max_slowdown: number };
  expect(of("upgrade_rehearsal")).toMatchObject([
    {
      search_server_version: text,
      query: [
        { ...compared, parameters: { q: text, per_page: number } },
        { parameters: expression("var.map") },
      ],
      keep_clone: text,
    },
  ]);
  expect(of("cloning_operation")).toMatchObject([{ cluster_id: text, target_region: text, wait: flag }]);
  expect(of("collection")).toMatchObject([
    { node_urls: expression("var.urls"), name: text, field: [{ name: text, type: text }, { name: text }] },
    { node_urls: [text], field: [{ name: "rank", type: text }] },
  ]);
  expect(imports).toMatchObject([{ id: `${expression("element(var.urls, 0)")}/${text}` }]);
  expect(of("documents")).toMatchObject([
    { content: text },
    {
      file: `${text}.jsonl`,
      action: text,
      batch_size: number,
      triggers: expression("var.map"),
    },
  ]);
  expect(of("key")).toMatchObject([{ api_key: text, actions: [text], collections: [text] }]);
  const [search] = Object.values(data.searchcloud_search ?? {});
  expect(search).toMatchObject({ parameters: { q: text, per_page: number } });
});
