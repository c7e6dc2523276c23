import { createHmac } from "node:crypto";
import { FunctionError, UNKNOWN } from "../../../src/framework";
import { scopedSearchKey } from "../../../src/provider/functions/scopedSearchKey";
import type { Value } from "../../../src/wire/cty/value";
import { decimal, dynamic, record } from "../../support/values";

const PARENT = "RN23GFr1s6jQ9kgSNg2O7fYcAUXU7127";
const PUBLISHED =
  "OW9DYWZGS1Q1RGdSbmo0S1QrOWxhbk9PL2kxbTU1eXA3bCthdmE5eXJKRT1STjIzeyJmaWx0ZXJfYnkiOiJjb21wYW55X2lkOjEyNCIsImV4cGlyZXNfYXQiOjE5MDYwNTQxMDZ9";

const text = (value: string) => dynamic("string", value);
const object = (value: Record<string, Value>) => dynamic("dynamic", record(value));

test("the published vector, whose parameters are a text", () => {
  const parameters = text('{"filter_by":"company_id:124","expires_at":1906054106}');
  expect(scopedSearchKey.call(PARENT, parameters)).toBe(PUBLISHED);
});

/** The key, computed here step by step. */
function derived(signed: string): string {
  const digest = createHmac("sha256", PARENT).update(signed, "utf8").digest("base64");
  return Buffer.from(`${digest}RN23${signed}`, "utf8").toString("base64");
}

test("an object is signed as compact JSON with sorted keys", () => {
  const parameters = object({ filter_by: "company_id:124", expires_at: 1906054106 });
  const json = '{"expires_at":1906054106,"filter_by":"company_id:124"}';
  expect(scopedSearchKey.call(PARENT, parameters)).toBe(derived(json));
});

test("a text is signed as it is, not even sorted or valid, in UTF-8", () => {
  const signed = ' {"q":"Zürich 東京 🙂",\n"a":2} and so on';
  expect(scopedSearchKey.call(PARENT, text(signed))).toBe(derived(signed));
});

describe("refused, with the argument that is wrong", () => {
  const good = object({ filter_by: "a:1" });

  test.each<[string, Value, Value, number, RegExp]>([
    ["an empty parent", "", good, 0, /must not be empty/],
    ["a parent that is too short", "abc", good, 0, /fewer than 4 characters/],
    ["a parent with a line break", `${PARENT}\n`, good, 0, /line break.*trimspace\(\)/],
    ["a list", PARENT, dynamic(["tuple", ["string"]], ["a"]), 1, /not a list/],
    ["a number", PARENT, dynamic("number", 7), 1, /not a number/],
    ["a decimal", PARENT, dynamic("number", decimal("3.14159265358979323846")), 1, /not a number/],
    ["a truth value", PARENT, dynamic("bool", true), 1, /not true or false/],
    ["nothing", PARENT, null, 1, /not null/],
    ["what is not known yet inside", PARENT, object({ a: UNKNOWN }), 1, /not known yet/],
  ])("%s", (_, parent, parameters, argument, words) => {
    const call = () => scopedSearchKey.call(parent, parameters);
    expect(call).toThrow(FunctionError);
    expect(call).toThrow(words);
    expect(call).toThrow(expect.objectContaining({ argument }));
  });

  test("no message shows the parent", () => {
    for (const parent of ["s3c", "s3cr3t-key \n"]) {
      expect(() => scopedSearchKey.call(parent, good)).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining("s3c") }),
      );
    }
  });
});
