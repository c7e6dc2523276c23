import { cluster, eachScene, flat, importBlock, PRODUCTS } from "./support";

/** A billed cluster is never created twice (docs/design/laws.md#l1). */
const on = eachScene();

const clusters = () => on.emulator.state().clusters;
const replace = (expect?: number) => on.workspace.apply([`-replace=${PRODUCTS}`], { expect });

test("a create without a name lists similar clusters that an interrupted apply may have left, and proceeds", async () => {
  await on.apply(cluster("", "left"));
  const id = String((await on.values("searchcloud_cluster.left")).id);
  await on.workspace.terraform(["state", "rm", "searchcloud_cluster.left"]);
  const said = await on.plan(cluster("", "new"));
  expect(said).toContain(`already has unnamed clusters of this kind: ${id}`);
  expect(said).toContain(`id = "${id}"`);
  await on.apply(`${cluster("", "new")}\n${importBlock(id, "searchcloud_cluster.new")}`);
  expect(clusters()).toHaveLength(1);
  expect(await on.empty()).not.toContain("unnamed clusters");
});

describe("a name that already exists", () => {
  test("is refused at plan, with its id and the block to paste; allow_duplicate_names accepts it", async () => {
    const [id = ""] = on.emulator.seed({ clusters: [{ name: "products" }] });
    const said = await on.plan(cluster(), 1);
    for (const words of [
      'Error: A cluster named "products" already exists',
      "on main.tf line",
      `${id} (in_service)`,
      "the command `untaint`",
      "-replace",
      "allow_duplicate_names = true",
    ])
      expect(said).toContain(words);
    expect(said).toMatch(new RegExp(`import \\{ to = searchcloud_cluster\\.\\w+ id = "${id}" \\}`));
    expect(on.writes()).toEqual([]);
    await on.write(cluster(), "allow_duplicate_names = true");
    await on.apply();
    expect(clusters().map(({ name }) => name)).toEqual(["products", "products"]);
    await on.empty();
  });

  test("is refused by the apply of a saved plan if it has appeared since", async () => {
    const appear = () => on.emulator.seed({ clusters: [{ name: "products", status: "provisioning" }] });
    const said = await on.applyAfter(appear, cluster(), 1);
    expect(said).toContain(`${clusters()[0]?.id} (provisioning)`);
    expect([on.writes(), await on.inState()]).toEqual([[], []]);
  });

  test("of two resources of one configuration is created once", async () => {
    expect(await on.apply(cluster('count = 2\nname = "products"'), 1)).toMatch(
      /A cluster named "products" (is being created by this same run|already exists)/,
    );
    expect(on.writes()).toEqual(["POST /clusters"]);
    expect([clusters().length, (await on.inState()).length]).toEqual([1, 1]);
  });

  test("of its own predecessor does not stop a replacement; that of a tainted cluster is refused, with advice on keeping the cluster", async () => {
    await on.apply(cluster());
    const { id } = await on.values();
    on.writes();
    await replace();
    expect(on.writes()).toEqual([`POST /clusters/${id}/lifecycle`, "POST /clusters"]);
    expect((await on.values()).id).not.toBe(id);
    await on.workspace.terraform(["taint", PRODUCTS]);
    expect(await on.plan(undefined, 1)).toContain("the command `untaint` keeps its cluster");
    await on.workspace.terraform(["untaint", PRODUCTS]);
    await on.empty();
  });

  test("of an existing predecessor is refused before its POST, with advice", async () => {
    const first = cluster('name = "products"\nlifecycle { create_before_destroy = true }');
    await on.apply(first);
    const { id } = await on.values();
    on.writes();
    expect(flat((await replace(1)).output)).toContain(
      "A replacement with create_before_destroy needs allow_duplicate_names",
    );
    expect(on.writes()).toEqual([]);
    await on.write(first, "allow_duplicate_names = true");
    await replace();
    expect(on.writes()).toEqual(["POST /clusters", `POST /clusters/${id}/lifecycle`]);
  });
});
