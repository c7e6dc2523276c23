import fc from "fast-check";
import {
  isWithoutId,
  LineTooLongError,
  lineSplitter,
  linesOf,
  problemIn,
} from "../../../src/api/dataPlane/jsonLines";

const lineOf = (bytes: Uint8Array) => ({ number: 1, bytes });
const textOf = (text: string) => lineOf(Buffer.from(text));

/** The lines of a text that arrives in these pieces, with their numbers. */
function split(pieces: readonly Uint8Array[]): [number, string][] {
  const { push, end } = lineSplitter();
  const lines = [...pieces.flatMap((piece) => push(piece)), ...end()];
  return lines.map(({ number, bytes }) => [number, Buffer.from(bytes).toString()]);
}

test.each<[string, text: string, ...lines: [number, string][]]>([
  ["nothing", ""],
  ["blank lines alone", "\n \r\n\t\n"],
  ["a last line without its end", '{"a":1}\n{"b":2}', [1, '{"a":1}'], [2, '{"b":2}']],
  ["a last line with it", '{"a":1}\n', [1, '{"a":1}']],
  ["line ends of Windows and blank lines, which count", "a\r\n\r\n b \r\n", [1, "a"], [3, "b"]],
  ["a byte order mark", "\u{feff}a\nb", [1, "a"], [2, "b"]],
  ["a mark that is not at the beginning", "a\n\u{feff}b", [1, "a"], [2, "\u{feff}b"]],
  ["a mark alone", "\u{feff}\na", [2, "a"]],
])("%s", (_, text, ...lines) => {
  expect(split([Buffer.from(text)])).toEqual(lines);
});

test("the lines are the same for any chunks", () => {
  const text = fc
    .array(fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("\r", "\n", "\u{feff}", "")))
    .map((parts) => Buffer.from(parts.join("\n")));
  const cuts = fc.array(fc.nat());
  fc.assert(
    fc.property(text, cuts, (bytes, places) => {
      const sorted = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
      const pieces = [...sorted, bytes.length].map((end, at) => bytes.subarray(sorted[at - 1] ?? 0, end));
      expect(split(pieces)).toEqual(split([bytes]));
      const expected = bytes
        .toString()
        .replace(/^\u{feff}/u, "")
        .split("\n");
      const shown = expected.map((line, at) => [at + 1, line.replace(/^[ \t\r]+|[ \t\r]+$/g, "")] as const);
      expect(split([bytes])).toEqual(shown.filter(([, line]) => line !== ""));
    }),
  );
});

test("a line that does not end is given up before it fills the memory", () => {
  const { push } = lineSplitter(10);
  expect(push(Buffer.from("123456789\n12345"))).toHaveLength(1);
  expect(() => push(Buffer.from("678901"))).toThrow(expect.objectContaining({ line: 2 }));
  expect(new LineTooLongError(2).message).toBe("line 2 has more than 64 MiB");
});

test("lines arrive as they end, in order", async () => {
  async function* pieces() {
    yield Buffer.from("a\nb\nc");
    yield Buffer.from("c");
    yield Buffer.from("\nd");
  }
  const groups: number[][] = [];
  for await (const lines of linesOf(pieces())) groups.push(lines.map(({ number }) => number));
  expect(groups).toEqual([[1, 2], [3], [4]]);
});

test.each<[string, problem: string | undefined, lacking: boolean]>([
  ['{"id":"1","a":{"b":[1]}}', undefined, false],
  ['{"id":7}', undefined, false],
  ["{}", undefined, true],
  ['{"a":{"id":"1"}}', undefined, true],
  ["[]", "is a JSON array, not an object", false],
  ["null", "is null, not a JSON object", false],
  ['"text"', "is a JSON string, not an object", false],
  ["12", "is a JSON number, not an object", false],
  ["{'a': 1}", "is not JSON", false],
  ['{"a":1}{"b":2}', "is not JSON", false],
])("%s as a document", (text, problem, lacking) => {
  expect([problemIn(textOf(text)), isWithoutId(textOf(text))]).toEqual([problem, lacking]);
});

test("finds an id exactly if parsing does, wherever the name is", () => {
  const name = fc.oneof(fc.constantFrom("id", 'x,"id":', "a{", ',"id":'), fc.string());
  const value = fc.oneof(name, fc.integer(), fc.array(name), fc.dictionary(name, name), fc.constant(null));
  fc.assert(
    fc.property(fc.dictionary(name, value), (document) => {
      expect(isWithoutId(textOf(JSON.stringify(document)))).toBe(!Object.hasOwn(document, "id"));
    }),
  );
});

test("invalid UTF-8 is not a document, although Node would decode it", () => {
  expect(problemIn(lineOf(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])))).toBe("is not UTF-8");
});
