import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import {
  type CtyType,
  Decimal,
  decodeValue,
  encodeValue,
  UNKNOWN,
  type Value,
  WireError,
} from "../../../src/wire";
import { MAX_DEPTH } from "../../../src/wire/cty/type";
import { Double } from "../../../src/wire/cty/value";
import { dynamic, record, typed, types } from "../../support/values";

function hex(text: string): Buffer {
  return Buffer.from(text.replaceAll(" ", ""), "hex");
}

const PERSON: CtyType = ["object", { name: "string", tags: ["set", "string"] }];
const BOOLS: CtyType = ["list", "bool"];
/** More digits than a double has. */
const LONG = new Decimal("3.14159265358979323846");
/** The second digits of the bytes of "`", "a" to "o". */
const SIXTEEN = [..."0123456789abcdef"];
const ALL_FALSE = record(Object.fromEntries([..."`abcdefghijklmno"].map((key) => [key, false])));
const NOT_DECIMAL = "that is not a decimal number";
const NO_VALUE = "expected a value (null when it is not set), got none";
const NO_DYNAMIC = "expected a dynamic value (its type and itself)";
const NOT_IN_TYPE = "an attribute that the type does not have";

describe("bytes that are read and written", () => {
  const cases: [string, CtyType, string, Value][] = [
    ["null of any type", ["list", "string"], "c0", null],
    ["unknown of any type", PERSON, "d4 00 00", UNKNOWN],
    ["true", "bool", "c3", true],
    ["false", "bool", "c2", false],
    ["no text", "string", "a0", ""],
    ["text", "string", "a6 6f 72 65 67 6f 6e", "oregon"],
    ["text beyond ASCII", "string", "a5 5a c3 bc 72 69", "Züri"],
    ["text as it is, not normalised", "string", "a3 65 cc 81", "e\u0301"],
    ["text that begins with a byte order mark", "string", "a4 ef bb bf 61", "\ufeffa"],
    ["31 bytes of text", "string", `bf ${"61".repeat(31)}`, "a".repeat(31)],
    ["32 bytes of text", "string", `d9 20 ${"61".repeat(32)}`, "a".repeat(32)],
    ["31 letters in 32 bytes", "string", `d9 20 ${"61".repeat(30)} c3 bc`, `${"a".repeat(30)}ü`],
    ["63 letters in 64 bytes", "string", `d9 40 ${"61".repeat(62)} c3 bc`, `${"a".repeat(62)}ü`],
    ["65 bytes of text", "string", `d9 41 ${"61".repeat(65)}`, "a".repeat(65)],
    ["255 bytes of text", "string", `d9 ff ${"61".repeat(255)}`, "a".repeat(255)],
    ["256 bytes of text", "string", `da 01 00 ${"61".repeat(256)}`, "a".repeat(256)],
    ["65535 bytes of text", "string", `da ff ff ${"61".repeat(65535)}`, "a".repeat(65535)],
    ["65536 bytes of text", "string", `db 00 01 00 00 ${"61".repeat(65536)}`, "a".repeat(65536)],
    ["0", "number", "00", 0],
    ["127", "number", "7f", 127],
    ["128", "number", "cc 80", 128],
    ["255", "number", "cc ff", 255],
    ["256", "number", "cd 01 00", 256],
    ["65535", "number", "cd ff ff", 65535],
    ["65536", "number", "ce 00 01 00 00", 65536],
    ["2^32 - 1", "number", "ce ff ff ff ff", 4294967295],
    ["2^32", "number", "cf 00 00 00 01 00 00 00 00", 4294967296],
    ["2^53", "number", "cf 00 20 00 00 00 00 00 00", 9007199254740992],
    ["2^53 + 1", "number", "cf 00 20 00 00 00 00 00 01", 9007199254740993n],
    ["2^63 - 1", "number", "cf 7f ff ff ff ff ff ff ff", 9223372036854775807n],
    ["-1", "number", "ff", -1],
    ["-32", "number", "e0", -32],
    ["-33", "number", "d0 df", -33],
    ["-128", "number", "d0 80", -128],
    ["-129", "number", "d1 ff 7f", -129],
    ["-32768", "number", "d1 80 00", -32768],
    ["-32769", "number", "d2 ff ff 7f ff", -32769],
    ["-2^31", "number", "d2 80 00 00 00", -2147483648],
    ["-2^31 - 1", "number", "d3 ff ff ff ff 7f ff ff ff", -2147483649],
    ["-2^63", "number", "d3 80 00 00 00 00 00 00 00", -9223372036854775808n],
    ["0.1, a decimal text", "number", "a3 30 2e 31", 0.1],
    ["2^63, a decimal text", "number", "b3 39323233333732303336383534373735383038", 9223372036854775808n],
    ["3.14159265358979323846", "number", "b6 332e3134313539323635333538393739333233383436", LONG],
    ["an empty list", ["list", "string"], "90", []],
    ["a set of unknowns", ["set", "string"], "92 d4 00 00 a1 61", [UNKNOWN, "a"]],
    ["15 items", ["list", "bool"], `9f ${"c3".repeat(15)}`, new Array(15).fill(true)],
    ["16 items", ["list", "bool"], `dc 00 10 ${"c3".repeat(16)}`, new Array(16).fill(true)],
    ["65536 items", ["list", "bool"], `dd 00 01 00 00 ${"c3".repeat(65536)}`, new Array(65536).fill(true)],
    ["a tuple", ["tuple", ["string", "bool"]], "92 a1 61 c3", ["a", true]],
    ["a map", ["map", "number"], "81 a1 61 01", record({ a: 1 })],
    ["16 keys", ["map", "bool"], `de 00 10 ${SIXTEEN.map((key) => `a1 6${key} c2`).join("")}`, ALL_FALSE],
    ["an object", PERSON, "82 a4 6e616d65 a1 61 a4 74616773 91 a1 62", record({ name: "a", tags: ["b"] })],
    ["an object of nothing", PERSON, "82 a4 6e616d65 c0 a4 74616773 c0", record({ name: null, tags: null })],
    ["a dynamic text", "dynamic", "92 c4 08 22737472696e6722 a1 61", dynamic("string", "a")],
    ["a dynamic list", "dynamic", "92 c4 0f 5b226c697374222c22626f6f6c225d 91 c3", dynamic(BOOLS, [true])],
    ["a dynamic null", "dynamic", "c0", null],
    ["a dynamic unknown", "dynamic", "d4 00 00", UNKNOWN],
    ["a double nearest to 0.1", "number", "cb 3f b9 99 99 99 99 99 9a", new Double(0.1)],
    ["a dynamic null of a type", "dynamic", "92 c4 06 22626f6f6c22 c0", dynamic("bool", null)],
    ["a dynamic unknown of a type", "dynamic", "92 c4 06 22626f6f6c22 d4 00 00", dynamic("bool", UNKNOWN)],
  ];

  test.each(cases)("%s", (_name, of, bytes, value) => {
    expect(Buffer.from(encodeValue(of, value)).toString("hex")).toBe(hex(bytes).toString("hex"));
    expect(decodeValue(of, hex(bytes))).toEqual(value);
  });
});

describe("bytes that are read only", () => {
  const cases: [string, CtyType, string, Value][] = [
    ["a refined unknown: it begins with pre-", "string", "c7 09 0c 82 01 c2 02 a4 7072652d", UNKNOWN],
    ["an unknown of one byte and another code", "string", "d4 07 ff", UNKNOWN],
    ["an unknown of two bytes", "number", "d5 0c 81 00", UNKNOWN],
    ["an unknown of four bytes", "bool", "d6 0c 82 01 c2 00", UNKNOWN],
    ["an unknown of eight bytes", ["list", "bool"], `d7 0c ${"00".repeat(8)}`, UNKNOWN],
    ["an unknown of sixteen bytes", PERSON, `d8 0c ${"00".repeat(16)}`, UNKNOWN],
    ["an unknown with a size of two bytes", "string", `c8 01 00 0c ${"00".repeat(256)}`, UNKNOWN],
    ["an unknown with a size of four bytes", "string", "c9 00 00 00 01 0c 80", UNKNOWN],
    ["a double", "number", "cb 3f e0 00 00 00 00 00 00", 0.5],
    ["a double that is an integer", "number", "cb 43 30 00 00 00 00 00 00", 4503599627370496],
    ["a negative zero", "number", "cb 80 00 00 00 00 00 00 00", 0],
    ["a float", "number", "ca 3f 00 00 00", 0.5],
    ["an unsigned integer beyond 2^63", "number", "cf ff ff ff ff ff ff ff ff", 18446744073709551615n],
    ["a small integer in a wide form", "number", "d3 ff ff ff ff ff ff ff ff", -1],
    ["a decimal text with superfluous zeros", "number", "a6 30 31 2e 35 30 30", 1.5],
    ["another order", PERSON, "82 a4 74616773 c0 a4 6e616d65 c0", record({ name: null, tags: null })],
    ["a dynamic value with its type as text", "dynamic", "92 a6 22626f6f6c22 c3", dynamic("bool", true)],
  ];

  test.each(cases)("%s", (_name, of, bytes, value) => {
    expect(decodeValue(of, hex(bytes))).toEqual(value);
  });
});

describe("bytes that are rejected", () => {
  const cases: [string, CtyType, string, string][] = [
    ["nothing", "string", "", "the bytes end where a value should begin"],
    ["a size cut short", "string", "da 01", "the bytes end within a value"],
    ["text of four gigabytes", "string", "db ff ff ff ff 61", "the bytes end within a value"],
    ["four billion items", ["list", "bool"], "dd ff ff ff ff c3", "the bytes end within an array or map"],
    ["four billion keys", ["map", "bool"], "df ff ff ff ff a1 61 c3", "the bytes end within an array or map"],
    ["a second value", "bool", "c3 c3 c3", "2 bytes too many after the value"],
    ["the byte without a meaning", "bool", "c1", "a byte (c1) that msgpack gives no meaning"],
    ["text that is not UTF-8", "string", "a1 ff", "expected text, got bytes that are not UTF-8"],
    ["a number for a text", "string", "01", "expected string, got number"],
    ["a text for a bool", ["list", "bool"], "92 c3 a1 61", "[1]: expected bool, got string"],
    ["a text that is no number", "number", "a1 78", `expected a number, got text ${NOT_DECIMAL}`],
    ["not a number", "number", "cb 7f f8 00 00 00 00 00 00", "expected a finite number, got NaN"],
    ["an object for a list", ["list", "bool"], "80", "expected array, got map"],
    ["a missing attribute", PERSON, "81 a4 6e616d65 c0", `tags: ${NO_VALUE}`],
    ["an attribute too many", PERSON, "81 a3 616765 c0", `age: ${NOT_IN_TYPE}`],
    ["JavaScript's own attribute", ["object", {}], "81 a8 746f537472696e67 c0", `toString: ${NOT_IN_TYPE}`],
    ["an attribute twice", PERSON, "82 a4 6e616d65 c0 a4 6e616d65 c0", 'the attribute "name" comes twice'],
    ["a key twice", ["map", "bool"], "82 a1 61 c3 a1 61 c3", 'the key "a" comes twice'],
    ["a tuple too short", ["tuple", ["bool", "bool"]], "91 c3", "expected a tuple of 2 items, got 1"],
    ["a dynamic value without its type", "dynamic", "91 c3", `${NO_DYNAMIC}, got an array of 1`],
    [
      "a deep place",
      ["map", ["list", PERSON]],
      "81 a1 78 92 c0 82 a4 6e616d65 c3 a4 74616773 c0",
      '["x"][1].name: expected string, got bool',
    ],
  ];

  test.each(cases)("%s", (_name, of, bytes, message) => {
    expect(() => decodeValue(of, hex(bytes))).toThrow(new WireError(message));
  });
});

describe("values that are not written", () => {
  const cases: [string, CtyType, Value, string][] = [
    ["a number for a text", PERSON, { name: null, tags: ["b", 3] }, "tags[1]: expected string, got number"],
    ["a text for a number", "number", "3", "expected number, got string"],
    ["not a number", ["list", "number"], [Number.NaN], "[0]: expected a finite number, got NaN"],
    ["a Decimal that is none", "number", new Decimal("x"), `expected a number, got a Decimal ${NOT_DECIMAL}`],
    ["a plain value in a dynamic slot", "dynamic", "a", "expected dynamic, got string"],
    ["a record for a list", ["list", "bool"], {}, "expected list, got object"],
    ["a Decimal for an object", PERSON, new Decimal("1"), "expected object, got number"],
    ["a missing attribute", PERSON, { name: "a" }, `tags: ${NO_VALUE}`],
    ["an inherited attribute", ["object", JSON.parse('{"valueOf":"string"}')], {}, `valueOf: ${NO_VALUE}`],
    ["an attribute too many", PERSON, { name: null, tags: null, age: 3 }, `age: ${NOT_IN_TYPE}`],
    ["a tuple too long", ["tuple", ["bool"]], [true, true], "expected a tuple of 1 items, got 2"],
  ];

  test.each(cases)("%s", (_name, of, value, message) => {
    expect(() => encodeValue(of, value)).toThrow(new WireError(message));
  });

  test("a lone surrogate becomes the replacement character, as in UTF-8", () => {
    expect(decodeValue("string", encodeValue("string", "a\ud800"))).toBe("a\ufffd");
  });
});

describe("depth", () => {
  test("a value nested without end is rejected", () => {
    const level = "92 c4 09 2264796e616d696322";
    const bytes = hex(`${level.repeat(100_000)}c0`);
    expect(() => decodeValue("dynamic", bytes)).toThrow(`a value nested more than ${MAX_DEPTH} levels deep`);
  });

  test("and not written either", () => {
    let value: Value = null;
    for (let level = 0; level < MAX_DEPTH + 2; level += 1) value = dynamic("dynamic", value);
    expect(() => encodeValue("dynamic", value)).toThrow(`a value nested more than ${MAX_DEPTH} levels deep`);
  });

  test("a deep value within the limit is accepted", () => {
    let of: CtyType = "bool";
    let value: Value = true;
    for (let level = 0; level < MAX_DEPTH; level += 1) {
      of = ["list", of];
      value = [value];
    }
    expect(decodeValue(of, encodeValue(of, value))).toEqual(value);
  });
});

describe("laws", () => {
  test("any value of any type survives", () => {
    fc.assert(
      fc.property(typed, ({ type: of, value }) => {
        deepStrictEqual(decodeValue(of, encodeValue(of, value)), value);
      }),
      { numRuns: 500 },
    );
  });

  test("any bytes give a value or a WireError", () => {
    fc.assert(
      fc.property(types, fc.uint8Array({ maxLength: 64 }), (of, bytes) => valueOrWireError(of, bytes)),
      { numRuns: 1000 },
    );
  });

  test("and so do valid bytes with one change", () => {
    fc.assert(
      fc.property(typed, fc.nat(), fc.nat(255), ({ type: of, value }, at, byte) => {
        const bytes = Uint8Array.from(encodeValue(of, value));
        bytes[at % bytes.length] = byte;
        valueOrWireError(of, bytes);
      }),
      { numRuns: 1000 },
    );
  });
});

function valueOrWireError(of: CtyType, bytes: Uint8Array): void {
  let value: Value;
  try {
    value = decodeValue(of, bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(WireError);
    return;
  }
  // Not toStrictEqual: it asks records for their "constructor", which is only a key here.
  deepStrictEqual(decodeValue(of, encodeValue(of, value)), value);
}
