import { cluster, flat, PRODUCTS, type Scene, scene } from "./support";

/** How a cluster ends: by destroy, outside of Terraform, or not at all. */
let on: Scene;
beforeEach(async () => {
  on = await scene();
});
afterEach(() => on.close());

describe("the end", () => {
  test("destroy terminates once, and waits until it is over", async () => {
    await on.applied(cluster());
    const { id } = (await on.resource()).values;
    on.requests();
    const { output } = await on.workspace.destroy();
    expect(output).not.toContain("Warning");
    const requests = on.requests();
    expect(requests.filter((operation) => operation === "terminateCluster")).toHaveLength(1);
    expect(requests.slice(-3)).toEqual(["terminateCluster", "getCluster", "getCluster"]);
    expect(on.emulator.state().clusters).toMatchObject([{ id, status: "terminated" }]);
    expect((await on.workspace.state()).values?.root_module.resources ?? []).toEqual([]);
  });

  test.each([
    ["gone (404)", (id: string) => on.emulator.forget(id), "404"],
    ["going away", (id: string) => on.emulator.terminateOutside(id), "deprovisioning"],
  ])("a cluster that is %s is planned anew, and a warning says why", async (_, happen, why) => {
    await on.applied(cluster());
    happen(String((await on.resource()).values.id));
    const planned = await on.workspace.plan(["-out=plan.out"]);
    expect(flat(planned.output)).toContain(why);
    expect(planned.output).toMatch(/Warning: Cluster "products" \(\w+\) is gone/);
    expect(planned.output).toContain(`# ${PRODUCTS} will be created`);
    on.requests();
    await on.workspace.apply();
    expect(on.writes()).toEqual(["POST /clusters"]);
    await on.workspace.emptyPlan();
  });

  test("a suspended cluster is left as it is, with a warning", async () => {
    await on.applied(cluster());
    const id = String((await on.resource()).values.id);
    const { hostnames } = (await on.resource()).values;
    on.emulator.patchCluster(id, { status: "suspended" });
    const { output } = await on.workspace.emptyPlan();
    expect(output).toContain(`Warning: Cluster "products" (${id}) is suspended`);
    await on.workspace.apply();
    expect((await on.resource()).values).toMatchObject({ status: "suspended", hostnames });
    expect(on.emulator.state().clusters).toMatchObject([{ id, status: "suspended" }]);
  });
});
