import { cluster, flat, type Scene, scene } from "./support";

/** What a plan says of a new cluster, and values that only apply knows. */
let on: Scene;
beforeAll(async () => {
  on = await scene();
});
afterAll(() => on.close());
beforeEach(() => on.requests());

describe("values that only apply knows", () => {
  const SOURCE =
    'resource "terraform_data" "source" {\n  input = { name = "products", region = "oregon", count = 3 }\n}';

  test("of another resource become a cluster", async () => {
    const body = `name    = terraform_data.source.output.name
      regions = [terraform_data.source.output.region]
      high_availability = true
      high_availability_node_count = terraform_data.source.output.count`;
    await on.write(`${SOURCE}\n${cluster(body)}`);
    await on.workspace.validate();
    await on.workspace.apply();
    expect((await on.resource()).values).toMatchObject({
      name: "products",
      region_node_counts: { oregon: 3 },
    });
    await on.workspace.emptyPlan();
    await on.workspace.destroy();
  });

  test("that turn out wrong are refused before anything is sent", async () => {
    const body =
      'name = "late"\nregions = [terraform_data.source.output.region, terraform_data.source.output.name]';
    await on.write(`${SOURCE}\n${cluster(body)}`);
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(output).toContain("Error: Wrong number of regions");
    expect(flat(output)).toContain("given: oregon, products");
    expect(on.writes()).toEqual([]);
    await on.write("");
    await on.workspace.apply();
  });

  test("that turn out to be a name that exists are refused before the POST", async () => {
    const [id = ""] = on.emulator.seed({ clusters: [{ name: "products" }] });
    await on.write(`${SOURCE}\n${cluster("name = terraform_data.source.output.name")}`);
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(flat(output)).toContain(`${id} (in_service)`);
    expect(on.writes()).toEqual([]);
    on.emulator.forget(id);
    await on.workspace.destroy();
  });

  test("of the provider block: plans without the service, applies with it", async () => {
    const key = 'resource "terraform_data" "key" {\n  input = "emulator-admin-key"\n}';
    await on.write(`${key}\n${cluster('name = "unknown"')}`, "api_key = terraform_data.key.output");
    on.environment.SEARCHCLOUD_API_KEY = undefined;
    expect((await on.workspace.plan()).output).toContain("2 to add");
    expect(on.requests()).toEqual([]);
    await on.workspace.apply();
    expect(on.writes()).toEqual(["POST /clusters"]);
    await on.workspace.emptyPlan();
    await on.workspace.destroy();
    on.environment.SEARCHCLOUD_API_KEY = on.emulator.key;
  });
});
