import fc from "fast-check";
import { exactJson } from "../../../src/dataPlane/request/exactJson";
import { createContents } from "../../../src/dataPlane/versions/contents";
import { hashOfContent, hashOfId, shortHash } from "../../../src/dataPlane/versions/hashes";
import { timeAt, writtenAt, writtenSince } from "../../../src/dataPlane/versions/sync";

test.each<[string, string, string, boolean]>([
  ["another order of properties", '{"id":"1","o":{"a":1,"b":2}}', '{"o":{"b":2,"a":1},"id":"1"}', true],
  ["null for a missing property", '{"id":"1","a":null,"o":{"b":null}}', '{"id":"1","o":{}}', true],
  ["a long integer that a number would round", '{"n":9007199254740993}', '{"n":9007199254740992}', false],
  ["a long integer that is a string", '{"n":9007199254740993}', '{"n":"9007199254740993"}', false],
  ["another order of a list", '{"a":[1,2]}', '{"a":[2,1]}', false],
  ["null in a list", '{"a":[1,null]}', '{"a":[1]}', false],
  ["a list for an object", '{"a":[]}', '{"a":{}}', false],
  ["a property called __proto__", '{"__proto__":{"a":1}}', "{}", false],
])("documents with %s", (_, one, other, isSame) => {
  const [a, b] = [one, other].map((text) => hashOfContent(exactJson(text) as object));
  expect(a === b).toBe(isSame);
});

test("a document of other values has another hash", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), fc.string(), (rest, name, value) => {
      expect(hashOfContent({ ...rest, [name]: value })).not.toBe(
        hashOfContent({ ...rest, [name]: `${value}!` }),
      );
    }),
    { numRuns: 50 },
  );
});

test("an id has one hash, as a string and as bytes", () => {
  expect(hashOfId("Schuhe ä")).toBe(hashOfId(Buffer.from("Schuhe ä")));
  expect(hashOfId("1")).not.toBe(hashOfId("2"));
  expect(shortHash(2n ** 63n + 5n)).toBe(5n);
});

test("contents have the last value of each id, however many there are", () => {
  const hash = fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    fc.bigInt({ min: 0n, max: 9n }).map((n) => n << 6n),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(hash, hash), { maxLength: 200 }), (pairs) => {
      const contents = createContents();
      const truth = new Map<bigint, bigint>();
      for (const [id, content] of pairs) {
        contents.set(id, content);
        truth.set(id || 1n, content);
      }
      expect(contents.size).toBe(truth.size);
      expect(new Map(contents.entries())).toEqual(truth);
      for (const [id, content] of truth) expect(contents.get(id)).toBe(content);
      expect(contents.get(2n ** 64n - 3n)).toBe(truth.get(2n ** 64n - 3n));
    }),
  );
});

test("times of documents are milliseconds, whatever their unit", () => {
  const [seconds, millis] = [
    { field: "at", unit: "s" },
    { field: "at", unit: "ms" },
  ] as const;
  expect(writtenSince(seconds, 1_700_000_001_999)).toBe("at:>=1700000001");
  expect(writtenSince(millis, 1_700_000_001_999)).toBe("at:>=1700000001999");
  expect(writtenSince(seconds, -5)).toBe("at:>=0");
  expect(writtenAt({ at: 1_700_000_001 }, seconds)).toBe(1_700_000_001_000);
  expect(writtenAt({ at: 1_700_000_001n }, millis)).toBe(1_700_000_001);
  const nested = { field: "meta.at", unit: "ms" } as const;
  expect(writtenAt({ meta: { at: 7 } }, nested)).toBe(7);
  expect(writtenAt({ "meta.at": 8, meta: { at: 7 } }, nested)).toBe(8);
  expect([writtenAt({ meta: 7 }, nested), writtenAt({ meta: {} }, nested)]).toEqual([null, null]);
  expect([writtenAt({}, millis), writtenAt({ at: "7" }, millis), writtenAt({ at: null }, millis)]).toEqual([
    null,
    null,
    null,
  ]);
});

test("the time is that of the earliest clock", () => {
  expect(timeAt({ earliestNow: () => 7 })).toBe(7);
});
