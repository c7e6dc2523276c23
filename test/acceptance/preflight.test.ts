import { asked, SHOP } from "./explicit";
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
    ["read-only", [LACKS, "the capability clusters:create", "the presets provision, admin"], [BILLED]],
  ])("of the preset %s creates a cluster", async (preset, said, unsaid) => {
    on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys[preset];
    const output = await planned(cluster());
    for (const words of said) expect(output).toContain(words);
    for (const words of unsaid) expect(output).not.toContain(words);
    expect(output).not.toContain("emulator-");
  });

  test.each(["map"])("is read from an account of the shape %p", async (account_shape) => {
    on.emulator.setAssumptions({ account_shape });
    on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys.provision;
    expect(await planned(cluster())).toContain(BILLED);
  });

  test("of an account that says nothing of it is not spoken of: unknown is not none", async () => {
    on.emulator.setAssumptions({ account_shape: "without_capabilities" });
    on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys["read-only"];
    expect(await planned(cluster())).not.toContain("key");
  });

  test("that may not terminate is warned before a destroy", async () => {
    await on.applied(cluster());
    on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys.provision;
    const output = flat((await on.workspace.plan(["-destroy"])).output);
    expect(output).toContain('Warning: The key may not be allowed to terminate cluster "products" (');
    expect(output).toContain("This requires the capability clusters:terminate.");
  });

  test("cannot make an explicit change", async () => {
    on.emulator.seed({ clusters: [{ id: SHOP }] });
    on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys["read-only"];
    const output = await planned(asked('new_memory = "16_gb"'));
    expect(output).toContain(`Warning: The key may not be allowed to change cluster ${SHOP}`);
    expect(output).toContain("the preset provision, operate or admin");
  });
});

describe("values", () => {
  test.each(["keyed"])("that the service ties, in options of the shape %p", async (options_shape) => {
    on.emulator.setAssumptions({ options_shape });
    const right = await planned(cluster('name = "products"\nmemory = "8_gb"\nvcpu = "4_vcpus"'));
    expect(right).not.toContain("may refuse");
    const wrong = await planned(cluster('name = "products"\nmemory = "8_gb"\nvcpu = "64_vcpus"'));
    expect(wrong).toContain('Warning: The service may refuse "products": memory "8_gb" with vcpu "64_vcpus"');
    expect(wrong).toContain(
      `The service's cluster options list for this memory: "2_vcpus_7_hr_burst_per_day", "2_vcpus", "4_vcpus". The service decides`,
    );
  });

  test("that the service has added since are fine, and what it offers no more is said", async () => {
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

  test("of an edit are looked at, those that stay are not", async () => {
    const [id = ""] = on.emulator.seed({
      clusters: [{ name: "products", memory: "7_gb", vcpu: "7_vcpus", region_node_counts: { mars: 1 } }],
    });
    const odd = 'memory = "7_gb"\nvcpu = "7_vcpus"\nregions = ["mars"]';
    await on.write(cluster(`name = "products"\n${odd}`));
    await on.workspace.import("searchcloud_cluster.products", id);
    await on.workspace.apply();
    const renamed = await planned(cluster(`name = "catalog"\n${odd}`));
    expect(renamed).not.toContain("may refuse");
    const resized = await planned(cluster(`name = "products"\n${odd.replace("7_gb", "9_gb")}`));
    expect(resized).toContain('Warning: The service may refuse "products": memory "9_gb"');
    expect(resized).not.toContain('region "mars"');
  });

  test("of an explicit change are looked at", async () => {
    on.emulator.seed({ clusters: [{ id: SHOP, memory: "8_gb", vcpu: "2_vcpus" }] });
    const output = await planned(
      asked('new_memory = "8_gb"\nnew_vcpu = "64_vcpus"\nnew_region_node_counts = { mars = 1 }'),
    );
    expect(output).toContain(
      `The service may refuse the change of cluster ${SHOP}: new_memory "8_gb" with new_vcpu "64_vcpus"`,
    );
    expect(output).toContain(`The service may refuse the change of cluster ${SHOP}: region "mars"`);
  });
});

describe("costs", () => {
  test("one look at the account and one at the options, however many clusters a plan makes", async () => {
    const many = ["one", "two", "three", "four"].map((name) => cluster(`name = "${name}"`, name));
    await planned(many.join("\n"));
    expect(hints()).toEqual(["getAccount", "listClusterOptions"]);
  });

  test("nothing when nothing is planned, or only what Terraform keeps; no options for a rename or a destroy", async () => {
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
