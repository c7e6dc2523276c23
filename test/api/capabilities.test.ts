import { CAPABILITIES, isPermitted, presetsWith } from "../../src/api/capabilities";

test.each([
  ["clusters:read", ["read-only", "provision", "operate", "admin"]],
  ["clusters:create", ["provision", "admin"]],
  ["clusters:configure", ["provision", "operate", "admin"]],
  ["clusters:terminate", ["admin"]],
  ["something:new", ["admin"]],
])("%s is had by keys of the presets %j", (capability, presets) => {
  expect(presetsWith(capability)).toEqual(presets);
});

test.each(CAPABILITIES)("%s is permitted by itself and by admin only", (capability) => {
  const others = CAPABILITIES.filter((other) => other !== capability);
  const granted = [[capability], ["admin"], others, []];
  expect(granted.map((given) => isPermitted(given, capability))).toEqual([true, true, false, false]);
});

test("an operation that needs no capability is permitted to every credential", () => {
  expect(isPermitted([], null)).toBe(true);
});
