import fc from "fast-check";
import { buildPath, buildQuery, UnusableIdError } from "../../src/http/urls";
import { anyText } from "../support/anyText";

test.each(["", ".", ".."])("the id %j is refused before anything is sent", (id) => {
  expect(() => buildPath("/clusters/{id}", { id })).toThrow(UnusableIdError);
});

test("no id leads out of its place", () => {
  fc.assert(
    fc.property(
      anyText({ minLength: 1 }).filter((id) => !/^\.{0,2}$/.test(id)),
      (id) => {
        const url = new URL(`https://h.example/api/v1${buildPath("/clusters/{id}", { id })}`);
        expect(url.pathname.split("/").length).toBe(5);
        expect(decodeURIComponent(url.pathname.slice("/api/v1/clusters/".length))).toBe(id);
      },
    ),
  );
});

test.each([
  [{}, ""],
  [{ page: 1, per_page: undefined }, "?page=1"],
  [{ metrics: ["a", "b"], window: "1h" }, "?metrics=a%2Cb&window=1h"],
])("the query %j is written %j", (query, written) => {
  expect(buildQuery(query)).toBe(written);
});
