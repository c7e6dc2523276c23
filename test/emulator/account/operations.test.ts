import { call, emulators } from "../support";

const start = emulators();

test.each([
  [
    "list",
    {
      account: { name: "Emulated account", payment_method: true },
      credential: { name: "read-only", capabilities: ["clusters:read", "metrics:read"] },
    },
  ],
  [
    "map",
    {
      account: {
        name: "Emulated account",
        payment_method: true,
        credential: {
          permissions: {
            "clusters:read": true,
            "metrics:read": true,
            "clusters:create": false,
            "clusters:configure": false,
            "cluster_parameters:manage": false,
            "clusters:clone": false,
            "cluster_credentials:issue": false,
            "billing:read": false,
            "clusters:terminate": false,
            admin: false,
          },
        },
      },
    },
  ],
  ["without_capabilities", { name: "Emulated account", payment_method: true }],
])("getAccount as %s", async (account_shape, expected) => {
  const emulator = await start({ assumptions: { account_shape } });
  const { status, body } = await call(emulator, "GET /account", { key: "emulator-read-only-key" });
  expect(status).toBe(200);
  expect(body).toEqual(expected);
});

test("any valid credential may ask", async () => {
  const emulator = await start({
    keys: [{ name: "nothing", key: "emulator-nothing-key", capabilities: [] }],
  });
  expect((await call(emulator, "GET /account", { key: "emulator-nothing-key" })).status).toBe(200);
});

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
