import { valueProblem } from "../../../src/provider/model/parameterValue";

test("a number is an integer between the minimum and the maximum of the tables", () => {
  for (const fine of ["1", "10000"]) expect(valueProblem("max-per-page", fine)).toBeUndefined();
  for (const wrong of ["0", "10001", "1.5", "+1", "many", " ", "1e3"])
    expect(valueProblem("max-per-page", wrong)).toBe(
      `"max-per-page" is a whole number from 1 to 10000, not "${wrong}".`,
    );
});

test.each(["https://shop.example", "https://shop.example:8443,https://www.example", "https://東京.example"])(
  "%s are origins",
  (value) => {
    expect(valueProblem("cors-domains", value)).toBeUndefined();
  },
);

test.each([
  ["https://*.example", '"https://*.example"'],
  ["https://shop.example/", '"https://shop.example/"'],
  ["https://shop.example,http://www.example", 'is not "http://www.example"'],
  ["https://a.example, https://b.example", '" https://b.example"'],
  ["https://a.example,", 'is not ""'],
  ["*", '"*"'],
  ["https://user@host.example", '"https://user@host.example"'],
])("%s are none", (value, words) => {
  const problem = valueProblem("cors-domains", value);
  expect(problem).toContain("without a wildcard and without a slash at the end");
  expect(problem).toContain(words);
});

test.each(["max_per_page", "MAX-PER-PAGE", "__proto__", "something-new"])("%s is unknown", (name) => {
  expect(valueProblem(name, "1")).toContain(`"${name}" is not a known server parameter`);
});
