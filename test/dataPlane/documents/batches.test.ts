import fc from "fast-check";
import { type Line, lineSplitter, textOf } from "../../../src/api/dataPlane/jsonLines";
import { type Batch, inBatches } from "../../../src/dataPlane/documents/requests";

async function* given(groups: readonly (readonly Line[])[]) {
  yield* groups;
}

async function batchesOf(groups: readonly (readonly Line[])[], limits: { most: number; bytes: number }) {
  const found: Batch[] = [];
  for await (const batch of inBatches(given(groups), limits)) found.push(batch);
  return found;
}

test("batches hold all lines in their order, are never empty, keep both limits, and are as full as these allow", async () => {
  const line = fc.integer({ min: 1, max: 30 }).map((size) => Buffer.alloc(size, "x"));
  const groups = fc.array(fc.array(line));
  await fc.assert(
    fc.asyncProperty(groups, fc.integer({ min: 1, max: 5 }), async (sizes, most) => {
      const lines = sizes.map((some) => some.map((bytes, number): Line => ({ number, bytes })));
      const batches = await batchesOf(lines, { most, bytes: 40 });
      expect(batches.flat()).toEqual(lines.flat());
      for (const [at, batch] of batches.entries()) {
        const size = textOf(batch).length - 1;
        expect(batch.length === 1 || (batch.length <= most && size <= 40)).toBe(true);
        const next = batches[at + 1]?.[0];
        if (next) expect(batch.length === most || size + 1 + next.bytes.length > 40).toBe(true);
      }
    }),
  );
});

test("a body is what the lines say, each with its end", () => {
  const { push, end } = lineSplitter();
  const lines = [...push(Buffer.from('{"a":1}\r\n\n {"b":2}')), ...end()];
  expect(textOf(lines).toString()).toBe('{"a":1}\n{"b":2}\n');
});
