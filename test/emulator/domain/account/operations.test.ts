import { call, emulators } from "../../support";

const start = emulators();
const account = { name: "Emulated account", payment_method: true };
const capabilities = ["clusters:read", "metrics:read"];
const others = ["clusters:create", "clusters:configure", "cluster_parameters:manage", "clusters:clone"];
const denied = [...others, "cluster_credentials:issue", "billing:read", "clusters:terminate", "admin"];
const permissions = Object.fromEntries([
  ...capabilities.map((name) => [name, true]),
  ...denied.map((name) => [name, false]),
]);
const search_delivery_network = ["off", "3_regions", "5_regions", "multi_nodes_per_region"];
const vcpu = ["2_vcpus_4_hr_burst_per_day", "2_vcpus"];
const objects = {
  regions: expect.arrayContaining([{ name: "zurich", available: true }]),
  memory: expect.arrayContaining([{ name: "4_gb", vcpu }]),
  yes_no: expect.objectContaining({ gpu: ["yes", "no"] }),
  search_delivery_network,
  free_tier: expect.objectContaining({ memory: "0.5_gb" }),
};
const keyed = {
  regions: expect.objectContaining({ zurich: true }),
  memory_and_vcpu: expect.objectContaining({ "4_gb": vcpu }),
  gpu: ["yes", "no"],
  search_delivery_network,
};

test.each([
  ["/account", "account_shape", "list", { account, credential: { name: "read-only", capabilities } }],
  ["/account", "account_shape", "map", { account: { ...account, credential: { permissions } } }],
  ["/account", "account_shape", "without_capabilities", account],
  ["/cluster-options", "options_shape", "objects", objects],
  ["/cluster-options", "options_shape", "keyed", { options: expect.objectContaining(keyed) }],
])("%s with %s %s", async (path, row, shape, expected) => {
  const emulator = await start({ assumptions: { [row]: shape } });
  const { status, body } = await call(emulator, `GET ${path}`, { key: "emulator-read-only-key" });
  expect([status, body]).toEqual([200, expected]);
});
