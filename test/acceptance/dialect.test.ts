import { data, outputs } from "./data/kit";
import { cluster, eachScene } from "./support";

describe("the dialect of the public service", () => {
  const on = eachScene({ dialect: "typesense-cloud" });

  test("a whole life, and its clones", async () => {
    on.environment.SEARCHCLOUD_DIALECT = "typesense-cloud";
    const clones = [{ id: "o1", status: "succeeded", search_server_version: "29.0" }] as const;
    on.emulator.seed({ clusters: [{ id: "shop1", clones: [...clones] }] });
    await on.apply(cluster('name = "products"\nsearch_server_version = "29"'));
    const post = on.emulator.journal().find(({ operation }) => operation === "createCluster");
    expect(post?.body).toMatchObject({ typesense_server_version: "29" });
    expect((await on.values()).search_server_version).toBe("29");
    await on.empty();
    await on.apply(cluster('name = "catalog"\nsearch_server_version = "29.1"'));
    const { id, search_server_version } = await on.values();
    expect(search_server_version).toBe("29.1");
    const shown = await outputs(
      on,
      cluster('name = "catalog"'),
      data("cluster", `id = "${id}"`),
      data("cloning_operations", 'cluster_id = "shop1"'),
    );
    expect(shown.cluster).toMatchObject({ search_server_version: "29.1" });
    expect(shown.cloning_operations?.cloning_operations).toMatchObject([{ search_server_version: "29.0" }]);
    await on.destroy();
    expect(on.writes()).toEqual([
      "POST /clusters",
      `PATCH /clusters/${id}`,
      `POST /clusters/${id}/lifecycle`,
    ]);
  });
});

describe("the wrong dialect", () => {
  const on = eachScene();

  test("is refused with the capability's words, not taken for an empty account", async () => {
    on.environment.SEARCHCLOUD_DIALECT = "typesense-cloud";
    expect(await on.plan(data("clusters"), 1)).toContain("403");
  });
});
