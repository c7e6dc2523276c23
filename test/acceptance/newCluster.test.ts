import { cluster, eachScene, later } from "./support";

/** Values of a new cluster that only apply knows. */
const on = eachScene();

const SOURCE = later('{ name = "products", region = "oregon", count = 3 }');
const of = (name: string) => `terraform_data.later.output.${name}`;

test("of another resource become a cluster; a name that turns out to exist is refused before the POST", async () => {
  const body = `name = ${of("name")}
    regions = [${of("region")}]
    high_availability = true
    high_availability_node_count = ${of("count")}`;
  await on.write(`${SOURCE}\n${cluster(body)}`);
  await on.workspace.validate();
  await on.apply();
  expect(await on.values()).toMatchObject({ name: "products", region_node_counts: { oregon: 3 } });
  await on.empty();
  await on.destroy();
  on.writes();
  const [id = ""] = on.emulator.seed({ clusters: [{ name: "products" }] });
  expect(await on.apply(undefined, 1)).toContain(`${id} (in_service)`);
  expect(on.writes()).toEqual([]);
});

test("that turn out invalid are rejected before anything is sent", async () => {
  const body = `name = "late"\nregions = [${of("region")}, ${of("name")}]`;
  const said = await on.apply(`${SOURCE}\n${cluster(body)}`, 1);
  expect(said).toContain("Error: Wrong number of regions");
  expect(said).toContain("given: oregon, products");
  expect(on.writes()).toEqual([]);
});

test("of the provider block: plans without the service, applies with it", async () => {
  on.environment.SEARCHCLOUD_API_KEY = undefined;
  await on.write(`${later('"emulator-admin-key"')}\n${cluster()}`, "api_key = terraform_data.later.output");
  expect(await on.plan()).toContain("2 to add");
  expect(on.requests()).toEqual([]);
  await on.apply();
  expect(on.writes()).toEqual(["POST /clusters"]);
  await on.empty();
});
