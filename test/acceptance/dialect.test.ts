import { data, outputs } from "./data/kit";
import { cluster, flat, type Scene, scene } from "./support";

let on: Scene;
afterEach(() => on.close());

test("the dialect of the public service: a whole life, and its clones", async () => {
  on = await scene({ dialect: "typesense-cloud" });
  on.environment.SEARCHCLOUD_DIALECT = "typesense-cloud";
  on.emulator.seed({
    clusters: [{ id: "shop1", clones: [{ id: "o1", status: "succeeded", search_server_version: "29.0" }] }],
  });
  await on.applied(cluster('name = "products"\nsearch_server_version = "29"'));
  const post = on.emulator.journal().find(({ operation }) => operation === "createCluster");
  expect(post?.body).toMatchObject({ typesense_server_version: "29" });
  expect((await on.resource()).values.search_server_version).toBe("29");
  await on.workspace.emptyPlan();
  await on.applied(cluster('name = "catalog"\nsearch_server_version = "29.1"'));
  const { id, search_server_version } = (await on.resource()).values;
  expect(search_server_version).toBe("29.1");
  const shown = await outputs(
    on,
    cluster('name = "catalog"'),
    data("cluster", `id = "${id}"`),
    data("cloning_operations", 'cluster_id = "shop1"'),
  );
  expect(shown.cluster).toMatchObject({ search_server_version: "29.1" });
  expect(shown.cloning_operations?.cloning_operations).toMatchObject([{ search_server_version: "29.0" }]);
  await on.workspace.destroy();
  expect(on.writes()).toEqual(["POST /clusters", `PATCH /clusters/${id}`, `POST /clusters/${id}/lifecycle`]);
});

test("the wrong dialect is refused with the capability's words, not taken for an empty account", async () => {
  on = await scene();
  on.environment.SEARCHCLOUD_DIALECT = "typesense-cloud";
  await on.write(data("clusters"));
  expect(flat((await on.workspace.plan([], { expect: 1 })).output)).toContain("403");
});
