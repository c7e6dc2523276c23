import { valuesIn } from "../../../src/api/openRecords";
import capabilities from "../../contract/documents/capabilities.json";
import values from "../../contract/documents/values.json";
import { type Scene, scene } from "../support";
import { shown } from "./kit";

let on: Scene;
beforeEach(async () => {
  on = await scene();
});
afterEach(() => on.close());

describe("data.searchcloud_account", () => {
  test.each(Object.entries(capabilities.presets))("a key of the preset %s", async (preset, granted) => {
    on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys[preset];
    const { capabilities: shownOnes } = await shown(on, "account");
    expect(shownOnes).toEqual([...granted].sort());
    expect(new Set(on.requests())).toEqual(new Set(["getAccount"]));
  });

  test.each([
    ["list", ["admin"]],
    ["map", [...capabilities.names, "admin"].sort()],
    ["without_capabilities", null],
  ])("of the shape %p", async (account_shape, granted) => {
    on.emulator.setAssumptions({ account_shape });
    expect((await shown(on, "account")).capabilities).toEqual(granted);
  });

  test("is JSON with sorted keys in one line, without the key", async () => {
    expect((await shown(on, "account")).json).toBe(
      '{"account":{"name":"Emulated account","payment_method":true},"credential":{"capabilities":["admin"],"name":"admin"}}',
    );
    expect(await on.workspace.stateText()).not.toContain(on.emulator.key);
  });
});

test("data.searchcloud_account: a key that the service echoes is in no state", async () => {
  const { key } = on.emulator;
  on.emulator.addFault({
    match: { operation: "getAccount", times: 0 },
    effect: { kind: "answer", status: 200, json: { credential: { value: key, used: `Bearer ${key}` } } },
  });
  const { json } = await shown(on, "account");
  expect(JSON.parse(String(json))).toEqual({
    credential: { value: "(the API key)", used: "Bearer (the API key)" },
  });
  expect(await on.workspace.stateText()).not.toContain(key);
});

describe("data.searchcloud_cluster_options", () => {
  test.each(["objects", "keyed"])("of the shape %p lists every value", async (options_shape) => {
    on.emulator.setAssumptions({ options_shape });
    const { values: all, json } = await shown(on, "cluster_options");
    expect(all).toEqual(
      expect.arrayContaining([
        ...values.Region.split(" "),
        ...values.SearchDeliveryNetwork,
        ...["8_gb", "1024_gb", "2_vcpus_4_hr_burst_per_day", "128_vcpus", "yes", "no"],
      ]),
    );
    const record: unknown = JSON.parse(String(json));
    expect(new Set(all as string[])).toEqual(valuesIn(record));
    expect(String(json)).toMatch(/^\{"[^\n]*\}$/);
    expect(new Set(on.requests())).toEqual(new Set(["listClusterOptions"]));
  });

  test("can be read by name with jsondecode", async () => {
    await on.applied(`data "searchcloud_cluster_options" "it" {}
output "vcpus" {
  value = { for one in jsondecode(data.searchcloud_cluster_options.it.json).memory : one.name => one.vcpu }["8_gb"]
}`);
    const { values: state } = await on.workspace.state();
    expect(state?.outputs?.vcpus?.value).toEqual(["2_vcpus_7_hr_burst_per_day", "2_vcpus", "4_vcpus"]);
  });
});
