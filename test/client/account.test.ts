import { capabilitiesIn } from "../../src/client/account";

test.each<[string, unknown, readonly string[] | null]>([
  [
    "a list of names",
    { key: { capabilities: ["clusters:read", "clusters:configure"] } },
    ["clusters:read", "clusters:configure"],
  ],
  ["a map to true", { can: { "clusters:read": true, "clusters:configure": false } }, ["clusters:read"]],
  ["admin", { credential: { capability: "admin" } }, ["admin"]],
  ["a name twice", ["billing:read", { again: "billing:read" }], ["billing:read"]],
  ["texts that are no capabilities", { name: "clusters", owner: "administrator" }, null],
  ["a map to false only", { "clusters:read": false }, null],
  ["nothing", {}, null],
  ["no object", null, null],
])("%s", (_, account, expected) => {
  expect(capabilitiesIn(account)).toEqual(expected);
});
