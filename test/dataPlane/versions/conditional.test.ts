import fc from "fast-check";
import { filterOf } from "../../../src/dataPlane/versions/conditional";
import { hashOfContent } from "../../../src/dataPlane/versions/hashes";
import { canBeNamed } from "../../../src/dataPlane/versions/lines";
import { mergePatch, type ReadDocument } from "../../../src/dataPlane/versions/mergePatch";
import { fuzzRuns } from "../../support/fuzz";

/** Merges as a server does (RFC 7396). */
function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, merged(result.get(name), value));
  }
  return Object.fromEntries(result);
}

function isObject(value: unknown): value is ReadDocument {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const names = fc.constantFrom("id", "a", "b", "c", "__proto__", "constructor", "a.b");
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(null, 0, 1, 2n ** 60n, "", "x", true),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.array(fc.tuple(names, tie("value")), { maxLength: 4 }).map((parts) => Object.fromEntries(parts)),
  ),
}));
const document = fc
  .array(fc.tuple(names, value), { maxLength: 5 })
  .map((parts): ReadDocument => ({ ...Object.fromEntries(parts), id: "1" }));

test("merging the patch into the stored document gives the wanted one", () => {
  fc.assert(
    fc.property(document, document, (stored, wanted) => {
      const patch = mergePatch(stored, wanted);
      expect(Object.hasOwn(patch, "id")).toBe(false);
      expect(hashOfContent(merged(stored, patch) as object)).toBe(hashOfContent(wanted));
    }),
    { numRuns: fuzzRuns(300) },
  );
});

test("equal documents need no patch", () => {
  fc.assert(
    fc.property(document, (stored) => {
      expect(mergePatch(stored, { ...stored })).toEqual({});
    }),
    { numRuns: fuzzRuns(100) },
  );
});

test("a field that the server computes stays as it is", () => {
  const [stored, wanted] = [
    { id: "1", v: [1], t: "a" },
    { id: "1", t: "b" },
  ];
  expect(mergePatch(stored, wanted, new Set(["v"]))).toEqual({ t: "b" });
  expect(mergePatch(wanted, stored, new Set(["v"]))).toEqual({ t: "a" });
});

test.each([
  ["shoe", true],
  ["a b", true],
  ["x && y", true],
  ["a\\b", true],
  ["", false],
  ["*", false],
  [" * ", false],
  ["a ", false],
  ["a`b", false],
  ["a\\", false],
])("a filter can name %j: %p", (id, expected) => {
  expect(canBeNamed(id)).toBe(expected);
  const filter = () => filterOf({ id, updatedAt: { field: "at", unit: "s" }, at: 7 });
  if (expected) expect(filter()).toBe(`id:=\`${id}\` && at:=7`);
  else expect(filter).toThrow();
});
