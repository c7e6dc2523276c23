import { compareVersions, resolveVersion } from "../../src/emulator/rules/versions";

test.each([
  ["30.2", "30.10", -1],
  ["0.25.2", "26.0", -1],
  ["26", "26.0", 0],
  ["30.0", "29.1", 1],
])("%s against %s", (left, right, sign) => {
  expect(Math.sign(compareVersions(left, right))).toBe(sign);
  expect(Math.sign(compareVersions(right, left))).toBe(sign === 0 ? 0 : -sign);
});

test.each([
  [undefined, "30.2", true, "30.2"],
  ["29.0", "30.2", true, "29.0"],
  ["30", "30.2", true, "30.2"],
  ["0.25", "30.2", true, "0.25.2"],
  ["30", "30.2", false, null],
  ["3", "30.2", true, null],
  ["31.0", "30.2", true, null],
  ["31.0", "31.0", true, "31.0"],
  ["31", "31.4", true, "31.4"],
  ["newest", "30.2", true, null],
])("asked for %p with %s as the latest, prefixes %p: %p", (asked, latest, prefixes, version) => {
  expect(resolveVersion(asked, latest, prefixes)).toBe(version);
});
