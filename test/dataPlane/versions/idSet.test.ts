import fc from "fast-check";
import { collectIds, type IdSet, missingIn } from "../../../src/dataPlane/versions/idSet";

const hashes = fc.array(
  fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.bigInt({ min: 0n, max: 40n })),
  {
    maxLength: 300,
  },
);

function setOf(ids: readonly bigint[]): IdSet {
  const { add, sorted } = collectIds();
  for (const id of ids) add(id);
  return sorted();
}

const sortedOf = (ids: Iterable<bigint>) => [...new Set(ids)].sort((a, b) => (a < b ? -1 : 1));

test("a set has what was added, each once, in order", () => {
  fc.assert(
    fc.property(hashes, hashes, (ids, others) => {
      const set = setOf(ids);
      expect([...set.values()]).toEqual(sortedOf(ids));
      expect(set.size).toBe(new Set(ids).size);
      for (const id of [...ids, ...others]) expect(set.has(id)).toBe(ids.includes(id));
    }),
  );
});

test("finds what another set lacks", () => {
  fc.assert(
    fc.property(hashes, hashes, hashes, (common, some, others) => {
      const [a, b] = [
        [...common, ...some],
        [...common, ...others],
      ];
      expect([...missingIn(setOf(a), setOf(b))]).toEqual(sortedOf(a.filter((id) => !b.includes(id))));
    }),
  );
});

test("takes 8 bytes for each of many ids", () => {
  const { add, sorted } = collectIds();
  const before = process.memoryUsage().arrayBuffers;
  for (let id = 0; id < 300_000; id += 1) add(BigInt.asUintN(64, BigInt(id) * 0x9e3779b97f4a7c15n));
  const set = sorted();
  expect(set.size).toBe(300_000);
  // Growing and sorting copy parts: nothing is ever there twice as a whole.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(300_000 * 8 * 4);
});
