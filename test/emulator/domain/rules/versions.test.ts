import { requestedVersion } from "../../../../src/emulator/domain/rules/versions";

test.each([
  [undefined, "30.2", "resolved", "30.2"],
  ["29.0", "30.2", "resolved", "29.0"],
  ["30", "30.2", "resolved", "30.2"],
  ["0.25", "30.2", "resolved", "0.25.2"],
  ["30", "30.2", "422", null],
  ["3", "30.2", "resolved", null],
  ["31.0", "30.2", "resolved", "31.0"],
  ["31.1", "30.2", "resolved", null],
  ["31.0", "31.0", "resolved", "31.0"],
  ["31", "31.4", "resolved", "31.4"],
] as const)("%p with %s as the latest, a prefix is %s: %p", (requested, latest, prefix, version) => {
  const assumptions = { latest_server_version: latest, server_version_prefix: prefix };
  expect(requestedVersion(requested, assumptions)).toBe(version);
});
