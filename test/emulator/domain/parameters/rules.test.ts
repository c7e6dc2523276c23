import { settingProblems } from "../../../../src/emulator/domain/parameters/rules";

/** test/contract compares the ranges themselves with the document. */
test("a whole number within its range, as text, from a server on", () => {
  const check = (value: string, version = "27.0") => settingProblems("max-per-page", value, version);
  for (const value of ["1", "10000"]) expect(check(value)).toEqual([]);
  const text = "of max-per-page must be a whole number from 1 to 10000, as text";
  for (const value of ["0", "10001", "1.5", "-1", " 1", "1e3", "x"]) {
    expect(check(value)).toEqual([{ field: "parameter_value", text }]);
  }
  const older = { field: "parameter_name", text: "max-per-page needs server version 27 or later" };
  for (const version of ["26.0", "0.25.2"]) expect(check("1", version)).toEqual([older]);
});

test.each([
  ["https://shop.example", true],
  ["https://shop.example,https://www.shop.example:8443", true],
  ["http://shop.example", false],
  ["https://shop.example/", false],
  ["https://*.shop.example", false],
  ["*", false],
  ["https://shop.example, https://www.shop.example", false],
  ["https://shop.example,", false],
  ["shop.example", false],
])("cors-domains %s: %p, on any server", (value, fine) => {
  const problems = settingProblems("cors-domains", value, "0.24.1");
  expect(problems.map(({ field }) => field)).toEqual(fine ? [] : ["parameter_value"]);
});
