import fc from "fast-check";
import { knownVcpus, VCPUS_BY_MEMORY } from "../../../../src/api/enumerations";
import { listedFor, similarTo, vcpusFor } from "../../../../src/provider/shared/preflight/listed";
import values from "../../../contract/documents/values.json";

test.each<[string, string[] | null, "service" | "tables" | undefined]>([
  ["memory", ["8_gb"], "service"],
  ["target_region", ["oregon"], "service"],
  // Options without a known memory may describe memory in another way.
  ["new_memory", ["oregon", "2_vcpus", "8 GB"], "tables"],
  ["memory", null, "tables"],
  ["search_server_version", ["29.0"], undefined],
  ["constructor", ["8_gb"], undefined],
])("a value of %p, with options that hold %j, is checked against: %p", (what, options, by) => {
  expect(listedFor(what, options)?.by).toBe(by);
});

test("the tables match the documents", () => {
  expect(listedFor("region", null)?.values).toEqual(values.Region.split(" "));
  expect(listedFor("search_delivery_network", null)?.values).toEqual(values.SearchDeliveryNetwork);
  expect(listedFor("memory", null)?.values).toContain("0.5_gb");
  expect(listedFor("vcpu", null)?.values).toContain("2_vcpus_7_hr_burst_per_day");
  expect(knownVcpus("0.5_gb")).toEqual(["2_vcpus_1_hr_burst_per_day"]);
  for (const unknown of ["7_gb", "constructor"]) expect(knownVcpus(unknown)).toEqual([]);
});

describe("the vCPU options of a memory, whatever the shape", () => {
  test.each<[string, unknown, string[]]>([
    ["a key with a list", { "8_gb": ["2_vcpus", "4_vcpus"] }, ["2_vcpus", "4_vcpus"]],
    ["a key with a map", { "8_gb": { "2_vcpus": true, "4_vcpus": false } }, ["2_vcpus"]],
    ["a key with one text", { "8_gb": "2_vcpus" }, ["2_vcpus"]],
    ["deep down", { options: [{ pairs: { "8_gb": [{ id: "2_vcpus" }] } }] }, ["2_vcpus"]],
    ["a list beside the name", [{ name: "8_gb", vcpu: ["2_vcpus", "4_vcpus"] }], ["2_vcpus", "4_vcpus"]],
    ["an option that no table knows", { "8_gb": ["3_vcpus", "dedicated"] }, ["3_vcpus"]],
    ["the list of another memory", { "16_gb": ["2_vcpus"] }, []],
    ["an example is no list", { free_tier: { memory: "8_gb", vcpu: "2_vcpus", regions: ["oregon"] } }, []],
    ["two lists that nothing ties", { memory: ["8_gb"], vcpu: ["2_vcpus"] }, []],
  ])("%s", (_, options, expected) => {
    expect(vcpusFor("8_gb", "2_vcpus", options)).toEqual(expected);
  });

  test("accept any record, and have only its values", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (options) => {
        const text = JSON.stringify(options);
        for (const vcpu of vcpusFor("8_gb", "x", options))
          expect(text).toContain(JSON.stringify(vcpu).slice(1, -1));
      }),
    );
  });
});

const LISTED = "oregon ohio paris 0.5_gb 16_gb 2_gb 128_gb 2_vcpus 4_vcpus 2_vcpus_4_hr_burst_per_day".split(
  " ",
);

test.each<[string, string[]]>([
  ["oregn", ["oregon"]],
  ["Oregon", ["oregon"]],
  ["3.5_gb", ["0.5_gb", "2_gb", "16_gb", "128_gb"]],
  ["2_vcpus_5_hr_burst_per_day", ["2_vcpus_4_hr_burst_per_day"]],
  ["16gb", ["16_gb"]],
  ["atlantis", []],
  ["", []],
])("%p could have been %j", (value, expected) => {
  expect(similarTo(value, LISTED)).toEqual(expected);
});

test("at most twelve, closest first: those that differ in a letter before those that differ in numbers", () => {
  const many = Array.from({ length: 40 }, (_, index) => `${index + 10}_gb`);
  expect(similarTo("25_gib", many)).toContain("25_gb");
  expect(similarTo("5_gb", many)).toHaveLength(12);
  const memories = Object.keys(VCPUS_BY_MEMORY);
  expect(similarTo("9_gb", memories)).toContain("0.5_gb");
  expect(similarTo("2000_gb", memories)).not.toContain("4_gb");
  expect(similarTo("0_gb", ["0.5_gb"])).toEqual(["0.5_gb"]);
});

test("a value that differs in one letter is always found, a listed one finds itself", () => {
  const word = fc.stringMatching(/^[a-z_]{2,12}$/);
  fc.assert(
    fc.property(word, fc.nat(), fc.constantFrom("x", ""), (text, at, letter) => {
      const place = at % text.length;
      const typo = text.slice(0, place) + letter + text.slice(place + 1);
      expect(similarTo(typo, [text])).toEqual([text]);
      expect(similarTo(text, [text])).toEqual([text]);
    }),
  );
});
