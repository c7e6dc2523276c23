import fc from "fast-check";
import { Decimal, WireError } from "../../../src/wire";
import { numberFromDouble, numberFromText, numberText, numberToWire } from "../../../src/wire/cty/number";
import { Double } from "../../../src/wire/cty/value";
import { decimalText } from "../../support/values";

describe("a decimal string", () => {
  const long = "1".repeat(1001);
  const cases: [string, number | bigint | Decimal][] = [
    ["0", 0],
    ["-0", 0],
    ["0e99", 0],
    ["+7", 7],
    ["007", 7],
    ["1.50", 1.5],
    [".5", 0.5],
    ["5.", 5],
    ["1e3", 1000],
    ["12.5E-1", 1.25],
    ["1e21", 1e21],
    ["9007199254740993", 9007199254740993n],
    ["-12345678901234567890", -12345678901234567890n],
    ["1152921504606846976", 1152921504606846976n],
    ["1152921504606847000", 1152921504606847000],
    ["1e400", 10n ** 400n],
    ["0.1000000000000000055511151231257827", new Decimal("0.1000000000000000055511151231257827")],
    ["3.14159265358979323846000", new Decimal("3.14159265358979323846")],
    ["1e-400", new Decimal(`0.${"0".repeat(399)}1`)],
    [long.slice(1), BigInt(long.slice(1))],
    [long, new Decimal(`1.${long.slice(1)}e+1000`)],
    ["1e2000", new Decimal("1e+2000")],
    ["12e-2000", new Decimal("1.2e-1999")],
    ["1e1000000000", new Decimal("1e+1000000000")],
  ];

  test.each(cases)("%s", (text, value) => {
    expect(numberFromText(text)).toStrictEqual(value);
  });

  test.each(["", " ", "-", ".", "e5", "1e", "0x10", "1_000", "NaN", "Infinity", "1 ", "1e99999999999"])(
    "%j is none",
    (text) => {
      expect(() => numberFromText(text)).toThrow(WireError);
    },
  );
});

describe("the number on the wire", () => {
  const cases: [number | bigint | Decimal, number | bigint | string][] = [
    [0, 0],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [2 ** 60, 1152921504606847000n],
    [1e20, "100000000000000000000"],
    [0.1, "0.1"],
    [1.5e-7, "0.00000015"],
    [9223372036854775807n, 9223372036854775807n],
    [9223372036854775808n, "9223372036854775808"],
    [-9223372036854775809n, "-9223372036854775809"],
    [new Decimal("2.50"), "2.5"],
    [new Decimal("4e1"), 40n],
    [new Decimal("1e2000"), "1e+2000"],
  ];

  test.each(cases)("%p", (value, wire) => {
    expect(numberToWire(value)).toStrictEqual(wire);
  });

  test("comes back as the same number", () => {
    fc.assert(
      fc.property(decimalText.map(numberFromText), (value) => {
        if (value instanceof Double) throw new Error("no text is a double");
        expect(numberFromText(String(numberToWire(value)))).toStrictEqual(value);
      }),
    );
  });
});

test("a double equal to its shortest decimal string is a number; any other stays a double", () => {
  expect([0.5, -2.75, 1e-7].map(numberFromDouble)).toEqual([0.5, -2.75, new Double(1e-7)]);
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, noInteger: true }), (double) => {
      expect(numberText(numberFromDouble(double))).toBe(numberText(double));
    }),
  );
});
