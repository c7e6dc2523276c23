import { call, emulators } from "../support";

const start = emulators();
const PARAMETERS = "/clusters/abc/server-configuration-parameters";
const CHANGES = "/clusters/abc/configuration-changes";
const NOW = 1_798_761_600;
const cluster = { id: "abc", memory: "8_gb", vcpu: "4_vcpus", parameters: { "max-per-page": "250" } };
const begun = (assumptions: object = {}) =>
  start({ seed: { clusters: [cluster] }, assumptions: { change_seconds: 60, ...assumptions } });
const at = (seconds: number, more: object = {}) => ({ json: { perform_change_at: NOW + seconds, ...more } });

test("what is written runs only after a restart, and one restart covers all", async () => {
  const emulator = await begun();
  const id = emulator.state().parameters[0]?.id;
  await call(emulator, `PATCH ${PARAMETERS}/${id}`, { json: { parameter_value: "500" } });
  await call(emulator, `POST ${PARAMETERS}`, {
    json: { parameter_name: "max-group-limit", parameter_value: "9" },
  });
  emulator.advance(86_400);
  expect(emulator.runningParameters("abc")).toEqual({ "max-per-page": "250" });
  expect((await call(emulator, `POST ${CHANGES}`, at(86_410))).status).toBe(201);
  const seen = [];
  for (const seconds of [10, 59, 1]) {
    emulator.advance(seconds);
    seen.push({ ...emulator.runningParameters("abc") });
  }
  const all = { "max-per-page": "500", "max-group-limit": "9" };
  expect(seen).toEqual([{ "max-per-page": "250" }, { "max-per-page": "250" }, all]);
});

test("a deleted one runs on until a restart too", async () => {
  const emulator = await begun();
  emulator.deleteParameterOutside("abc", "max-per-page");
  expect(emulator.runningParameters("abc")).toEqual({ "max-per-page": "250" });
  await call(emulator, `POST ${CHANGES}`, at(10, { new_memory: "16_gb" }));
  emulator.advance(70);
  expect(emulator.runningParameters("abc")).toEqual({});
});

test.each([
  ["begin", "500"],
  ["end", "900"],
])(
  "of one that is written while the change runs, the value from its %s runs",
  async (parameters_taken_over, value) => {
    const emulator = await begun({ parameters_taken_over });
    emulator.setParameterOutside("abc", "max-per-page", "500");
    await call(emulator, `POST ${CHANGES}`, at(10));
    emulator.advance(11);
    emulator.setParameterOutside("abc", "max-per-page", "900");
    emulator.advance(59);
    expect(emulator.runningParameters("abc")).toEqual({ "max-per-page": value });
  },
);

test.each([
  ["memory_and_vcpu", "250"],
  ["nothing", "250"],
  ["everything", "500"],
])("a change that fails and leaves %s", async (failed_change_leaves, value) => {
  const emulator = await begun({ failed_change_leaves });
  emulator.setParameterOutside("abc", "max-per-page", "500");
  emulator.failNextChange("abc");
  await call(emulator, `POST ${CHANGES}`, at(10));
  emulator.advance(70);
  expect(emulator.runningParameters("abc")).toEqual({ "max-per-page": value });
});

test("a cancelled change takes nothing over, an automatic upgrade does", async () => {
  const emulator = await begun();
  emulator.patchCluster("abc", { auto_upgrade_capacity: true });
  emulator.setParameterOutside("abc", "max-per-page", "500");
  const id = emulator.changeOutside("abc", { perform_change_at: NOW + 10 });
  emulator.cancelOutside("abc", id);
  emulator.advance(70);
  expect(emulator.runningParameters("abc")).toEqual({ "max-per-page": "250" });
  emulator.autoUpgrade("abc", { memory: "16_gb", vcpu: "4_vcpus" });
  expect(emulator.runningParameters("abc")).toEqual({ "max-per-page": "500" });
});
