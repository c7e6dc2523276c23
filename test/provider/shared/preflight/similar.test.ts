import fc from "fast-check";
import { VCPUS_BY_MEMORY } from "../../../../src/api/enumerations";
import { similarTo } from "../../../../src/provider/shared/preflight/listed";

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

test("no more than twelve: the closest, those that differ in a letter before those that differ in numbers", () => {
  const many = Array.from({ length: 40 }, (_, index) => `${index + 10}_gb`);
  expect(similarTo("25_gib", many)).toContain("25_gb");
  expect(similarTo("5_gb", many)).toHaveLength(12);
  const memories = Object.keys(VCPUS_BY_MEMORY);
  expect(similarTo("9_gb", memories)).toContain("0.5_gb");
  expect(similarTo("2000_gb", memories)).not.toContain("4_gb");
  expect(similarTo("0_gb", ["0.5_gb"])).toEqual(["0.5_gb"]);
});

test("what differs in one letter is always found, what is listed finds itself", () => {
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
