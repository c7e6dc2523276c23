import fc from "fast-check";
import { valuesIn } from "../../src/client/vocabulary";

test.each<[string, unknown, string[]]>([
  ["a list of values", { regions: ["oregon", "paris"] }, ["regions", "oregon", "paris"]],
  ["values as keys", { memory: { "8_gb": ["4_vcpus"] } }, ["memory", "8_gb", "4_vcpus"]],
  ["flags", { regions: { oregon: true, paris: false } }, ["regions", "oregon"]],
  [
    "records with fields of any name",
    { regions: [{ id: "oregon", nodes: 7, available: null }] },
    ["regions", "id", "oregon", "nodes", "available"],
  ],
  ["a list at the top", ["8_gb", ["16_gb"]], ["8_gb", "16_gb"]],
  ["nothing", {}, []],
  ["null", null, []],
  ["a number", 8, []],
])("%s", (_, options, values) => {
  expect([...valuesIn(options)].sort()).toEqual([...values].sort());
});

test("what is switched off is not listed, with all that is under it", () => {
  const values = valuesIn({ gpu: false, memory: { "0.5_gb": false, "8_gb": { "4_vcpus": true } } });
  expect([...values]).toEqual(["memory", "8_gb", "4_vcpus"]);
});

test("a value named like a method of an object is found only when it is there", () => {
  expect(valuesIn({ a: 1 }).has("constructor")).toBe(false);
  expect(valuesIn(JSON.parse('{"constructor": true}')).has("constructor")).toBe(true);
});

test("every text is found, however deep", () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.constantFrom("list", "object")), (text, path) => {
      const deep = path.reduce<unknown>((inner, kind) => (kind === "list" ? [inner] : { x: inner }), text);
      expect(valuesIn(deep).has(text)).toBe(true);
    }),
  );
});
