import { failedAs, isRefusal } from "../../../src/provider/api/errors";
import { failing } from "../kit";

test.each([
  ["one of the kinds", failing("refused", 422), true],
  ["another kind", failing("auth", 403), false],
  ["an error that is no failed request", Object.assign(new Error("refused"), { kind: "refused" }), false],
  ["something thrown that is no error", { name: "ApiError", kind: "refused" }, false],
  ["nothing", undefined, false],
])("%s", (_, error, expected) => {
  expect(failedAs(error, "refused", "not_found")).toBe(expected);
});

test.each([
  [failing("invalid", 400), true],
  [failing("refused", 409), true],
  [failing("refused", 422), true],
  [failing("payment", 402), false],
  [failing("not_found", 404), false],
])("an answer that can mean not now as well as never: %p is %p", (error, expected) => {
  expect(isRefusal(error)).toBe(expected);
});
