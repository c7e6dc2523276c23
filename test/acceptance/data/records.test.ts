import { valuesIn } from "../../../src/api/openRecords";
import capabilities from "../../contract/documents/capabilities.json";
import values from "../../contract/documents/values.json";
import { eachScene } from "../support";
import { data, outputs } from "./kit";

/** Data sources of one record: a cluster, the account, the cluster options. */
const on = eachScene();

/** test/provider/dataSources/clusters.test.ts covers every field. */
test("data.searchcloud_cluster: a cluster as it is now, also one that is being terminated", async () => {
  // Terraform reads them in any order, and each request takes a minute.
  on.emulator.setAssumptions({ termination_step_seconds: 3600 });
  const [id = "", leaving = ""] = on.emulator.seed({
    clusters: [{ high_availability: "yes", auto_upgrade_capacity: true }, { status: "deprovisioning" }],
  });
  on.emulator.patchCluster(id, { regions: ["oregon", "oregon"] });
  const all = await outputs(
    on,
    data("cluster", `id = "${id}"`),
    data("cluster", `id = "${leaving}"`, "leaving"),
  );
  expect(all.cluster).toMatchObject({
    id,
    auto_upgrade_capacity: true,
    regions: ["oregon"],
    region_node_counts: { oregon: 3 },
    node_regions: ["oregon", "oregon"],
    status: "in_service",
    hostnames: { load_balanced: `${id}.a1.searchcloud.example`, search_delivery_network: null },
  });
  expect(all.leaving).toMatchObject({ id: leaving, status: "deprovisioning", hostnames: null });
});

test("data.searchcloud_account: the capabilities in each shape of the answer, and JSON without the key", async () => {
  const { key } = on.emulator;
  expect((await outputs(on, data("account"))).account).toEqual({
    capabilities: ["admin"],
    json: '{"account":{"name":"Emulated account","payment_method":true},"credential":{"capabilities":["admin"],"name":"admin"}}',
  });
  on.emulator.setAssumptions({ account_shape: "map" });
  expect((await outputs(on, data("account"))).account?.capabilities).toEqual(
    [...capabilities.names, "admin"].sort(),
  );
  on.emulator.setAssumptions({ account_shape: "without_capabilities" });
  expect((await outputs(on, data("account"))).account?.capabilities).toBeNull();
  // A service that echoes the key.
  on.emulator.addFault({
    match: { operation: "getAccount", times: 0 },
    effect: { kind: "answer", status: 200, json: { credential: { value: key, used: `Bearer ${key}` } } },
  });
  const { json } = (await outputs(on, data("account"))).account ?? {};
  expect(JSON.parse(String(json))).toEqual({
    credential: { value: "(the API key)", used: "Bearer (the API key)" },
  });
  expect(await on.workspace.stateText()).not.toContain(key);
});

test("data.searchcloud_cluster_options: every value, in each shape of the answer, and JSON to read by name", async () => {
  const vcpus = `output "vcpus" {
  value = { for one in jsondecode(data.searchcloud_cluster_options.it.json).memory : one.name => one.vcpu }["8_gb"]
}`;
  const all = await outputs(on, data("cluster_options"), vcpus);
  expect(all.vcpus).toEqual(["2_vcpus_7_hr_burst_per_day", "2_vcpus", "4_vcpus"]);
  on.emulator.setAssumptions({ options_shape: "keyed" });
  for (const { cluster_options } of [all, await outputs(on, data("cluster_options"))]) {
    expect(cluster_options?.values).toEqual(
      expect.arrayContaining([
        ...values.Region.split(" "),
        ...values.SearchDeliveryNetwork,
        ...["8_gb", "1024_gb", "2_vcpus_4_hr_burst_per_day", "128_vcpus", "yes", "no"],
      ]),
    );
    const record: unknown = JSON.parse(String(cluster_options?.json));
    expect(new Set(cluster_options?.values as string[])).toEqual(valuesIn(record));
  }
});
