import { call, emulators, read } from "../support";

const start = emulators();
const account = { name: "Emulated account", payment_method: true };
const permissions = {
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
};
const capabilities = ["clusters:read", "metrics:read"];

test.each([
  ["list", { account, credential: { name: "read-only", capabilities } }],
  ["map", { account: { ...account, credential: { permissions } } }],
  ["without_capabilities", account],
])("getAccount as %s", async (account_shape, expected) => {
  const emulator = await start({ assumptions: { account_shape } });
  const { status, body } = await call(emulator, "GET /account", { key: "emulator-read-only-key" });
  expect([status, body]).toEqual([200, expected]);
});

test.each([
  [
    "objects",
    {
      regions: expect.arrayContaining([{ name: "zurich", available: true }]),
      memory: expect.arrayContaining([{ name: "4_gb", vcpu: ["2_vcpus_4_hr_burst_per_day", "2_vcpus"] }]),
      yes_no: { gpu: ["yes", "no"] },
      search_delivery_network: ["off", "3_regions", "5_regions", "multi_nodes_per_region"],
      free_tier: { memory: "0.5_gb" },
    },
  ],
  [
    "keyed",
    {
      options: {
        regions: { zurich: true },
        memory_and_vcpu: { "4_gb": ["2_vcpus_4_hr_burst_per_day", "2_vcpus"] },
        gpu: ["yes", "no"],
        search_delivery_network: ["off", "3_regions", "5_regions", "multi_nodes_per_region"],
      },
    },
  ],
])("listClusterOptions as %s", async (options_shape, expected) => {
  expect(await read(await start({ assumptions: { options_shape } }), "/cluster-options")).toMatchObject(
    expected,
  );
});
