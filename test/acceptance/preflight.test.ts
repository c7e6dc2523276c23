import { cluster, flat, type Scene, scene } from "./support";

let on: Scene;
beforeEach(async () => {
  on = await scene();
});
afterEach(() => on.close());

/** What a plan says beside what it would do. */
async function planned(text: string): Promise<string> {
  await on.write(text);
  return flat((await on.workspace.plan()).output);
}

const hints = () => on.requests().filter((name) => name === "getAccount" || name === "listClusterOptions");

describe("the key", () => {
  const BILLED = 'Warning: This key creates a billed cluster that it cannot terminate: "products"';
  const LACKS = 'Warning: The key may not be allowed to create the cluster "products"';

  test.each([
    ["admin", [], [BILLED, LACKS]],
    ["provision", [BILLED, "clusters:terminate", "cluster_credentials:issue"], [LACKS]],
    ["read-only", [LACKS, "the capability clusters:create", "the preset provision or admin"], [BILLED]],
  ])("of the preset %s creates a cluster", async (preset, said, unsaid) => {
    on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys[preset];
    const output = await planned(cluster());
    for (const words of said) expect(output).toContain(words);
    for (const words of unsaid) expect(output).not.toContain(words);
    expect(output).not.toContain("emulator-");
  });

  test("that may not terminate is warned before a destroy", async () => {
    await on.applied(cluster());
    on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys.provision;
    const output = flat((await on.workspace.plan(["-destroy"])).output);
    expect(output).toContain('Warning: The key may not be allowed to terminate cluster "products" (');
    expect(output).toContain("This requires the capability clusters:terminate.");
  });
});

describe("values", () => {
  test("that the service has added since are fine, and what it no longer offers is a warning", async () => {
    on.emulator.addFault({
      match: { operation: "listClusterOptions", times: 0 },
      effect: {
        kind: "answer",
        status: 200,
        json: {
          places: ["oregon", "mars"],
          sizes: [{ name: "3_gb", cpus: ["5_vcpus"] }, { name: "4_gb" }],
          nets: { off: true },
        },
      },
    });
    const lines = 'memory = "3_gb"\nvcpu = "5_vcpus"\nregions = ["mars"]\nsearch_delivery_network = "off"';
    expect(await planned(cluster(lines))).not.toContain("may refuse");
    const paris = await planned(
      cluster('name = "products"\nmemory = "8_gb"\nvcpu = "2_vcpus"\nregions = ["paris"]'),
    );
    expect(paris).toContain('Warning: The service may refuse "products": memory "8_gb"');
    expect(paris).toContain('Similar values: "3_gb", "4_gb".');
    expect(paris).toContain('Warning: The service may refuse "products": region "paris"');
    expect(paris).toContain("The service's cluster options do not list this value.");
  });

  test("are judged by the tables where the options cannot be read, and no plan fails", async () => {
    for (const operation of ["listClusterOptions", "getAccount"] as const) {
      on.emulator.addFault({ match: { operation, times: 0 }, effect: { kind: "status", status: 403 } });
    }
    const output = await planned(cluster('name = "products"\nregions = ["oregn"]'));
    expect(output).toContain('Warning: The service may refuse "products": region "oregn"');
    expect(output).toContain(`This provider's tables do not list this value. Similar values: "oregon".`);
    expect(output).toContain("Plan: 1 to add");
    expect(output).not.toContain("403");
    expect(await planned(cluster())).not.toContain("Warning");
  });
});

describe("costs", () => {
  test("one read of the account and one of the options, however many clusters a plan creates", async () => {
    const many = ["one", "two", "three", "four"].map((name) => cluster(`name = "${name}"`, name));
    await planned(many.join("\n"));
    expect(hints()).toEqual(["getAccount", "listClusterOptions"]);
  });

  test("nothing when nothing is planned, or only what Terraform stores; no options for a rename or a destroy", async () => {
    await on.applied(cluster());
    hints();
    await on.workspace.emptyPlan();
    expect(hints()).toEqual([]);
    await planned(cluster('name = "products"\ntermination_protection = false'));
    expect(hints()).toEqual([]);
    await planned(cluster('name = "catalog"'));
    expect(hints()).toEqual(["getAccount"]);
    await on.write(cluster());
    await on.workspace.destroy();
    expect(hints()).toEqual(["getAccount"]);
  });
});
