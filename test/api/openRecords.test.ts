import fc from "fast-check";
import { CAPABILITIES, isPermitted, presetsWith } from "../../src/api/capabilities";
import { capabilitiesIn, valuesIn } from "../../src/api/openRecords";

describe("the capabilities in an account record", () => {
  test.each<[string, unknown, readonly string[] | null]>([
    [
      "a list of names",
      { key: { capabilities: ["clusters:read", "clusters:configure"] } },
      ["clusters:configure", "clusters:read"],
    ],
    [
      "a map to true and false",
      { can: { "clusters:read": true, "clusters:configure": false } },
      ["clusters:read"],
    ],
    ["a name twice", ["admin", { again: "admin" }], ["admin"]],
    ["texts that are no capabilities", { name: "clusters", owner: "administrator" }, null],
    ["no object", null, null],
  ])("%s", (_, account, expected) => {
    const found = capabilitiesIn(account);
    expect(found && [...found].sort()).toEqual(expected);
  });
});

describe("the values in the cluster options", () => {
  test.each<[string, unknown, string[]]>([
    ["values as keys", { memory: { "8_gb": ["4_vcpus"] } }, ["memory", "8_gb", "4_vcpus"]],
    ["flags", { regions: { oregon: true, paris: false } }, ["regions", "oregon"]],
    [
      "records with fields of any name",
      { regions: [{ id: "oregon", nodes: 7, available: null }] },
      ["regions", "id", "oregon", "nodes", "available"],
    ],
    ["a list at the top", ["8_gb", ["16_gb"]], ["8_gb", "16_gb"]],
    ["a number", 8, []],
    ["a value named like a method of an object", JSON.parse('{"constructor": true}'), ["constructor"]],
  ])("%s, in the order of the record", (_, options, values) => {
    expect([...valuesIn(options)]).toEqual(values);
  });

  test("every string is found, at any depth", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.constantFrom("list", "object")), (text, path) => {
        const deep = path.reduce<unknown>((inner, kind) => (kind === "list" ? [inner] : { x: inner }), text);
        expect(valuesIn(deep).has(text)).toBe(true);
      }),
    );
  });
});

test("a record that is nested without end is read all the same", () => {
  let hostile: unknown = "admin";
  for (let depth = 0; depth < 200_000; depth += 1) hostile = [hostile];
  expect(capabilitiesIn(hostile)).toEqual(["admin"]);
});

describe("capabilities", () => {
  test.each([
    ["clusters:read", ["read-only", "provision", "operate", "admin"]],
    ["clusters:create", ["provision", "admin"]],
    ["clusters:configure", ["provision", "operate", "admin"]],
    ["clusters:terminate", ["admin"]],
    ["something:new", ["admin"]],
  ])("%s is in the presets %j", (capability, presets) => {
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
});
