import { cluster, flat, PRODUCTS, type Scene, scene } from "./support";

/** docs/design/laws.md#l1: a cluster that costs money is never made twice. */
let on: Scene;
beforeEach(async () => {
  on = await scene();
});
afterEach(() => on.close());

const clusters = () => on.emulator.state().clusters;
const resources = async () => (await on.workspace.state()).values?.root_module.resources ?? [];

test("a create without a name names the clusters of its kind that a cut-off apply may have left, and goes on", async () => {
  const left = await on.applied(cluster("", "left")).then(() => on.resource("searchcloud_cluster.left"));
  await on.workspace.terraform(["state", "rm", "searchcloud_cluster.left"]);
  await on.write(cluster("", "new"));
  const { output } = await on.workspace.plan();
  expect(flat(output)).toContain(`unnamed clusters of this kind already: ${left.values.id}`);
  expect(flat(output)).toContain(`id = "${left.values.id}"`);

  await on.write(
    `${cluster("", "new")}\nimport {\n  to = searchcloud_cluster.new\n  id = "${left.values.id}"\n}`,
  );
  await on.workspace.apply();
  expect(clusters()).toHaveLength(1);
  const { output: after } = await on.workspace.emptyPlan();
  expect(after).not.toContain("unnamed clusters");
});

describe("a name that exists already", () => {
  test("is refused at plan, with its id and what to paste", async () => {
    const [id = ""] = on.emulator.seed({ clusters: [{ name: "products" }] });
    await on.write(cluster());
    const { output } = await on.workspace.plan([], { expect: 1 });
    expect(output).toContain('Error: A cluster named "products" exists already');
    expect(output).toContain("on main.tf line");
    expect(output).toMatch(/name = "products"/);
    expect(flat(output)).toContain(`${id} (in_service)`);
    expect(flat(output)).toMatch(new RegExp(`import \\{ to = searchcloud_cluster\\.\\w+ id = "${id}" \\}`));
    for (const way of ["terraform untaint", "-replace", "allow_duplicate_names = true"])
      expect(flat(output)).toContain(way);
    expect(on.writes()).toEqual([]);
  });

  test("is refused by the apply of a saved plan, when it has appeared since", async () => {
    await on.write(cluster());
    await on.workspace.plan(["-out=plan.out"]);
    const [id = ""] = on.emulator.seed({ clusters: [{ name: "products", status: "provisioning" }] });
    const { output } = await on.workspace.apply(["plan.out"], { expect: 1 });
    expect(flat(output)).toContain(`${id} (provisioning)`);
    expect(on.writes()).toEqual([]);
    expect(await resources()).toEqual([]);
  });

  test("is let through by allow_duplicate_names", async () => {
    on.emulator.seed({ clusters: [{ name: "products" }] });
    await on.write(cluster(), "allow_duplicate_names = true");
    await on.workspace.apply();
    expect(clusters().map(({ name }) => name)).toEqual(["products", "products"]);
    await on.workspace.emptyPlan();
  });

  test("that two resources of one configuration have is created once", async () => {
    await on.write(cluster('count = 2\nname = "products"'));
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(flat(output)).toMatch(
      /A cluster named "products" (is being created by this same run|exists already)/,
    );
    expect(on.writes()).toEqual(["POST /clusters"]);
    expect(await resources()).toHaveLength(1);
    expect(clusters()).toHaveLength(1);
  });

  test("of its own predecessor does not stop a replacement", async () => {
    await on.applied(cluster());
    const { id } = (await on.resource()).values;
    on.writes();
    await on.workspace.apply([`-replace=${PRODUCTS}`]);
    expect(on.writes()).toEqual([`POST /clusters/${id}/lifecycle`, "POST /clusters"]);
    expect((await on.resource()).values.id).not.toBe(id);
    await on.workspace.emptyPlan();
  });

  test("of a predecessor that is still there is refused before its POST, and says what to do", async () => {
    const first = cluster('name = "products"\nlifecycle { create_before_destroy = true }');
    await on.applied(first);
    const { id } = (await on.resource()).values;
    on.writes();
    const { output } = await on.workspace.apply([`-replace=${PRODUCTS}`], { expect: 1 });
    expect(flat(output)).toContain("A replacement with create_before_destroy needs allow_duplicate_names");
    expect(on.writes()).toEqual([]);
    await on.write(first, "allow_duplicate_names = true");
    await on.workspace.apply([`-replace=${PRODUCTS}`]);
    expect(on.writes()).toEqual(["POST /clusters", `POST /clusters/${id}/lifecycle`]);
  });

  test("of a tainted cluster is refused, and says how to keep the cluster", async () => {
    await on.applied(cluster());
    await on.workspace.terraform(["taint", PRODUCTS]);
    const { output } = await on.workspace.plan([], { expect: 1 });
    expect(flat(output)).toContain("`terraform untaint` keeps its cluster");
    await on.workspace.terraform(["untaint", PRODUCTS]);
    await on.workspace.emptyPlan();
  });
});
