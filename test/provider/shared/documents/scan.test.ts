import { createHash } from "node:crypto";
import { MAX_LINE_BYTES } from "../../../../src/api/dataPlane/jsonLines";
import {
  hashOf,
  problemsOf,
  type Scan,
  scanned,
  scannedText,
} from "../../../../src/provider/shared/documents/scan";

async function* pieces(...texts: readonly (string | Buffer)[]) {
  for (const text of texts) yield Buffer.from(text);
}

test("chunks and a string have the same scan: SHA-256, bytes, documents", async () => {
  const text = '{"id":"1"}\r\n\n{"id":"é"}\n';
  const expected: Scan = {
    hash: createHash("sha256").update(text).digest("hex"),
    bytes: 25,
    documents: 2,
    withoutId: 0,
    problems: [],
    problemCount: 0,
    isList: false,
  };
  expect(scannedText(text)).toEqual(expected);
  await expect(scanned(pieces(text.slice(0, 5), text.slice(5, 20), text.slice(20)))).resolves.toEqual(
    expected,
  );
  await expect(hashOf(pieces(text.slice(0, 7), text.slice(7)))).resolves.toBe(expected.hash);
});

test.each<[string, text: string, problem: string | undefined]>([
  ["documents", '{"a":1}\n{}', undefined],
  ["blank lines alone", " \n\r\n", "must hold a document, and all of its lines are blank"],
  [
    "two lines that are not documents",
    '{"a":1}\n\n[1]\n{"b":\n',
    "must hold one JSON object per line, and line 3 is a JSON array, not an object, line 4 is not JSON",
  ],
  [
    "a pretty-printed list: ten of its lines",
    `[\n${"  {},\n".repeat(11)}]`,
    `must hold one JSON object per line, and ${[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((line) => `line ${line} is not JSON`).join(", ")}, and 3 more. It looks like a JSON list of all documents, which jq -c '.[]' converts to such lines`,
  ],
])("%s", (_, text, problem) => {
  expect(problemsOf(scannedText(text))).toBe(problem);
});

test("stops reading a file without line ends", async () => {
  const piece = Buffer.alloc(MAX_LINE_BYTES / 4, "x");
  let read = 0;
  async function* endless() {
    for (;;) {
      read += 1;
      yield piece;
    }
  }
  expect(problemsOf(await scanned(endless()))).toBe(
    "must hold one JSON object per line, and line 1 has more than 64 MiB",
  );
  expect(read).toBe(5);
});

test.each([
  ["no id", '{"title":"a"}\n{"id":"1"}\n{"a":{"id":"2"}}', 2],
  ["an id that does not come first, or is written otherwise", '{"a":1,"id":"1"}\n{"\\u0069d":"2"}', 0],
  ["lines that are not documents", "[]\nnope", 0],
])("counts documents with %s", (_, text, count) => {
  expect(scannedText(text).withoutId).toBe(count);
});
