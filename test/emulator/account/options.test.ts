import { call, emulators } from "../support";

const start = emulators();

test("listClusterOptions answers what a cluster can be made of", async () => {
  const { status, body } = await call(await start(), "GET /cluster-options");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    regions: expect.arrayContaining([{ name: "zurich", available: true }]),
    memory: expect.arrayContaining([{ name: "4_gb", vcpu: ["2_vcpus_4_hr_burst_per_day", "2_vcpus"] }]),
    yes_no: { gpu: ["yes", "no"] },
    search_delivery_network: ["off", "3_regions", "5_regions", "multi_nodes_per_region"],
    free_tier: { memory: "0.5_gb" },
  });
});

test.each(["objects", "keyed"])("holds every region and memory under the shape %s", async (options_shape) => {
  const emulator = await start({ assumptions: { options_shape } });
  const text = JSON.stringify((await call(emulator, "GET /cluster-options")).body);
  for (const value of ["n_california", "sydney", "0.5_gb", "1024_gb", "12_vcpus", "5_regions", "yes"]) {
    expect(text).toContain(`"${value}"`);
  }
});

test("needs clusters:read", async () => {
  const emulator = await start({
    keys: [{ name: "bills", key: "emulator-bills-key", capabilities: ["billing:read"] }],
  });
  const answer = await call(emulator, "GET /cluster-options", { key: "emulator-bills-key" });
  expect(answer).toMatchObject({ status: 403, body: { required_capability: "clusters:read" } });
});
