import { compareVersions, isOlder, isWithinVersion } from "../../src/api/versions";

test.each([
  ["27.1.3", "27.1", true],
  ["27", "27.1", false],
  ["270.1", "27", false],
])("version %s runs where %s is wanted: %p", (running, wanted, expected) => {
  expect(isWithinVersion(running, wanted)).toBe(expected);
});

test.each([
  ["31.0", "30.2", false],
  ["30.1", "30.2", true],
  ["9.9", "30.2", true],
  ["30.10", "30.9", false],
  ["31", "31.2", false],
  ["0.25.2", "26.0", true],
  ["31.0.rc1", "31.0", false],
  ["v29.1", "30.2", true],
  ["nightly", "30.2", false],
])("%s is older than %s: %s", (wanted, runs, older) => {
  expect(isOlder(wanted, runs)).toBe(older);
});

test.each([
  ["30.2", "30.10", -1],
  ["0.25.2", "26.0", -1],
  ["26", "26.0", 0],
  ["30.0", "29.1", 1],
])("%s against %s", (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign);
  expect(Math.sign(compareVersions(b, a))).toBe(sign === 0 ? 0 : -sign);
});
