import { data, outputs } from "./data/kit";
import { prepareScene, STORIES } from "./everyType/stories";
import { editsOf, resourceText } from "./everyType/story";
import { cluster, eachScene, OPTIONS } from "./support";

describe("the dialect of the public service", () => {
  const on = eachScene({ dialect: "typesense-cloud" });

  test("refuses the key of the other dialect, and the message names both", async () => {
    const said = await on.plan('data "searchcloud_account" "all" {}', 1);
    expect(said).toMatch(/header x-search-cloud-management-api-key, that of dialect search-cloud/);
    expect(said).toMatch(/if the service uses typesense-cloud, set dialect \(or SEARCHCLOUD_DIALECT\)/);
  });

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

describe("objects on a self-hosted server, which accepts only the public service's header", () => {
  const stories = STORIES.filter(({ onNodes }) => onNodes);
  const on = eachScene({ ...OPTIONS, dialect: "typesense-cloud" }, (emulator) =>
    prepareScene(stories, emulator),
  );

  test("is created, read, edited and destroyed in the default dialect, without a management key", async () => {
    delete on.environment.SEARCHCLOUD_API_KEY;
    delete on.environment.SEARCHCLOUD_BASE_URL;
    const edits = stories.map((story) => ({ story, edit: editsOf(story)[0] }));
    await on.apply(stories.map((story) => resourceText(story, story.lines)).join("\n"));
    expect(on.wrote().sort()).toEqual(stories.flatMap(({ creates }) => creates).sort());
    await on.apply(
      edits.map(({ story, edit }) => resourceText(story, { ...story.lines, ...edit?.lines })).join("\n"),
    );
    expect(on.wrote().sort()).toEqual(edits.flatMap(({ edit }) => edit?.writes ?? []).sort());
    await on.destroy();
    expect(on.wrote().sort()).toEqual(stories.flatMap(({ destroys }) => destroys).sort());
  });
});

describe("the wrong dialect", () => {
  const on = eachScene();

  test("is refused with the message for the capability, not taken for an empty account", async () => {
    on.environment.SEARCHCLOUD_DIALECT = "typesense-cloud";
    expect(await on.plan(data("clusters"), 1)).toContain("403");
  });
});
