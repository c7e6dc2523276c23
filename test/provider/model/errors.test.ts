import { failedAs, isRefusal } from "../../../src/provider/model/errors";
import { failing } from "../kit";

test.each([
  ["one of the kinds", failing("refused", 422), true],
  ["another kind", failing("auth", 403), false],
  ["an error that is no failed request", Object.assign(new Error("refused"), { kind: "refused" }), false],
  ["something thrown that is no error", { name: "ApiError", kind: "refused" }, false],
])("%s", (_, error, expected) => {
  expect(failedAs(error, "refused", "not_found")).toBe(expected);
});

test("an answer can mean not now as well as never", () => {
  const errors = [failing("invalid", 400), failing("refused", 422), failing("not_found", 404)];
  expect(errors.map(isRefusal)).toEqual([true, true, false]);
});
