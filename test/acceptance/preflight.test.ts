import { cluster, eachScene } from "./support";

const on = eachScene();

const hints = () => on.requests().filter((name) => name === "getAccount" || name === "listClusterOptions");

describe("the key", () => {
  const BILLED =
    'Warning: This key creates a billed cluster that it cannot terminate: the new cluster "products"';
  const LACKS = 'Warning: The key may not be allowed to create the new cluster "products"';

  test("is checked for its capabilities before a create", async () => {
    for (const [preset, said, unsaid] of [
      ["admin", [], [BILLED, LACKS]],
      ["provision", [BILLED, "clusters:terminate", "cluster_credentials:issue"], [LACKS]],
      ["read-only", [LACKS, "the capability clusters:create", "the preset provision or admin"], [BILLED]],
    ] as const) {
      on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys[preset];
      const output = await on.plan(cluster());
      for (const words of said) expect(output).toContain(words);
      for (const words of unsaid) expect(output).not.toContain(words);
      expect(output).not.toContain("emulator-");
    }
  });

  test("that may not terminate brings a warning at a destroy; the cluster stays in state and in service", async () => {
    await on.apply(cluster());
    on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys.provision;
    const said = await on.destroy(1);
    expect(said).toContain('Warning: The key may not be allowed to terminate cluster "products" (');
    expect(said).toContain("This requires the capability clusters:terminate.");
    expect(said).toMatch(/Error: .*clusters:terminate/);
    expect(await on.inState()).toHaveLength(1);
    expect(on.emulator.state().clusters).toMatchObject([{ status: "in_service" }]);
  });
});

test("with strict_options, a region that the service does not list fails the plan", async () => {
  on.environment.SEARCHCLOUD_STRICT_OPTIONS = "true";
  const said = await on.plan(cluster('name = "products"\nregions = ["oregn"]'), 1);
  expect(said).toContain('Error: The service may refuse the new cluster "products": region "oregn"');
  expect(said).toContain("strict_options is true, so the plan fails.");
  delete on.environment.SEARCHCLOUD_STRICT_OPTIONS;
});

test("values are checked against the tables if the options cannot be read, and no plan fails", async () => {
  for (const operation of ["listClusterOptions", "getAccount"] as const)
    on.emulator.addFault({ match: { operation, times: 0 }, effect: { kind: "status", status: 403 } });
  const said = await on.plan(cluster('name = "products"\nregions = ["oregn"]'));
  expect(said).toContain('Warning: The service may refuse the new cluster "products": region "oregn"');
  expect(said).toContain(`This provider's tables do not list this value. Similar values: "oregon".`);
  expect(said).toContain("Plan: 1 to add");
  expect(said).not.toContain("403");
  expect(await on.plan(cluster())).not.toContain("Warning");
});

test("one read of the account and one of the options, however many clusters are created; no options for a rename, nothing for values that only Terraform stores", async () => {
  const four = ["one", "two", "three", "four"].map((name) => cluster(`name = "${name}"`, name));
  await on.apply(four.join("\n"));
  expect(hints()).toEqual(["getAccount", "listClusterOptions", "getAccount", "listClusterOptions"]);
  await on.plan(four.join("\n").replace('"one"\n}', '"one"\ntermination_protection = false\n}'));
  expect(hints()).toEqual([]);
  await on.plan(four.join("\n").replace('name = "one"', 'name = "first"'));
  expect(hints()).toEqual(["getAccount"]);
});
