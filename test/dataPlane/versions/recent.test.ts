import fc from "fast-check";
import { createContents } from "../../../src/dataPlane/versions/contents";
import { decodeRecent, encodeRecent, MOST_RECENT } from "../../../src/dataPlane/versions/recent";
import { fuzzRuns } from "../../support/fuzz";

const hash = fc.bigInt({ min: 1n, max: 2n ** 48n - 1n });

test("what is decoded is what was encoded", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(hash, hash), { selector: ([id]) => id }), (rows) => {
      const recent = createContents();
      for (const [id, content] of rows) recent.set(id, content);
      const found = decodeRecent(encodeRecent(recent) ?? "none");
      expect(found?.size).toBe(rows.length);
      for (const [id, content] of rows) expect(found?.get(id)).toBe(content);
    }),
    { numRuns: fuzzRuns(50) },
  );
});

test("12 bytes for each document, and none at all beyond the most", () => {
  const recent = createContents();
  for (let id = 1n; id <= BigInt(MOST_RECENT); id += 1n) recent.set(id * 977n, id);
  expect(Buffer.from(encodeRecent(recent) ?? "", "base64")).toHaveLength(12 * MOST_RECENT);
  recent.set(1n, 1n);
  expect(encodeRecent(recent)).toBeNull();
});

test.each(["AAAA", "no base64!", "AAAAAAAAAAAAAAAAAAA="])("%j is not decoded", (text) => {
  expect(decodeRecent(text)).toBeNull();
});
