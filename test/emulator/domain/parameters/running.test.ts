import { controlOf, NOW, over } from "../../support";

const OLD = { "max-per-page": "250" };
const begun = (assumptions: object = {}) => {
  const cluster = { memory: "8_gb", vcpu: "4_vcpus", parameters: OLD, auto_upgrade_capacity: true };
  return controlOf({ change_seconds: 60, ...assumptions }, cluster);
};
const restart = (emulator: ReturnType<typeof begun>, after = 10) =>
  emulator.changeOutside("abc", { perform_change_at: NOW + after });

test("what is written or deleted runs only after a restart, and one restart covers all", async () => {
  const emulator = begun();
  emulator.deleteParameterOutside("abc", "max-per-page");
  emulator.setParameterOutside("abc", "max-group-limit", "9");
  emulator.advance(86_400);
  restart(emulator, 86_410);
  const seen = await over(emulator, [0, 10, 59, 1], () => emulator.runningParameters("abc"));
  expect(seen).toEqual([OLD, OLD, OLD, { "max-group-limit": "9" }]);
});

test.each([
  ["begin", "500"],
  ["end", "900"],
])("of one that is written during a restart, the value from its %s runs", (taken_over, value) => {
  const emulator = begun({ parameters_taken_over: taken_over });
  emulator.setParameterOutside("abc", "max-per-page", "500");
  restart(emulator);
  emulator.advance(11);
  emulator.setParameterOutside("abc", "max-per-page", "900");
  emulator.advance(59);
  expect(emulator.runningParameters("abc")).toEqual({ "max-per-page": value });
});

test("after a cancelled change the old values run, after an automatic upgrade the new ones", () => {
  const emulator = begun();
  emulator.setParameterOutside("abc", "max-per-page", "500");
  emulator.cancelOutside("abc", restart(emulator));
  emulator.advance(70);
  expect(emulator.runningParameters("abc")).toEqual(OLD);
  emulator.autoUpgrade("abc", { memory: "16_gb", vcpu: "4_vcpus" });
  expect(emulator.runningParameters("abc")).toEqual({ "max-per-page": "500" });
});
