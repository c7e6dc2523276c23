import fc from "fast-check";
import { LineTooLong, linesOf } from "../../../src/nodes";

async function* inPieces(bytes: Uint8Array, sizes: readonly number[]) {
  for (let [at, turn] = [0, 0]; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function all(text: string, sizes: readonly number[], maxLength?: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(inPieces(Buffer.from(text), sizes), maxLength)) lines.push(line);
  return lines;
}

test("lines are the same however they arrive", async () => {
  const line = fc.string({ unit: "grapheme", minLength: 1 }).map((text) => JSON.stringify({ text }));
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
  const ends = fc.constantFrom("\n", "\r\n", "\n\n");
  await fc.assert(
    fc.asyncProperty(fc.array(line), ends, fc.boolean(), sizes, async (lines, end, closed, cut) => {
      const text = lines.join(end) + (closed ? end : "");
      expect(await all(text, cut)).toEqual(lines);
    }),
  );
});

test("a line has a limit, the whole has none", async () => {
  expect(await all("abc\n".repeat(5), [3], 5)).toHaveLength(5);
  await expect(all("abcdef\n", [3], 5)).rejects.toThrow(LineTooLong);
});
