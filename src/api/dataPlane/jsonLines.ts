import { isUtf8 } from "node:buffer";

/**
 * Documents in the format of imports and exports: one JSON object per line. Lines end with a line feed, or with carriage return
 * and line feed; the last one may lack its end. Blank lines are ignored.
 */

/** One line that is not blank, without its end and surrounding white space. */
export interface Line {
  /** Its number in the stream, from 1; blank lines count. */
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** The most bytes of one document. More is most likely a file without line ends, which must not fill the memory. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** A line has more than {@link MAX_LINE_BYTES}. */
export class LineTooLongError extends Error {
  override readonly name = "LineTooLongError";

  constructor(readonly line: number) {
    super(`line ${line} has more than ${MAX_LINE_BYTES / 1024 / 1024} MiB`);
  }
}

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Creates a splitter of a stream into lines; it holds no more than the incomplete line.
 *
 * @param most bytes of one line @default MAX_LINE_BYTES
 * @throws LineTooLongError
 */
export function lineSplitter(most = MAX_LINE_BYTES) {
  let number = 0;
  let pieces: Uint8Array[] = [];
  let held = 0;

  function hold(piece: Uint8Array): void {
    held += piece.length;
    if (held > most) throw new LineTooLongError(number + 1);
    pieces.push(piece);
  }

  /** Returns the line that ends here, unless it is blank. */
  function finish(): Line[] {
    const whole = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
    [pieces, held] = [[], 0];
    number += 1;
    const bytes = trimmed(number === 1 ? withoutMark(whole) : whole);
    return bytes.length === 0 ? [] : [{ number, bytes }];
  }

  return {
    /** Returns the lines that end in this chunk. The chunk must not change afterwards. */
    push(chunk: Uint8Array): readonly Line[] {
      const lines: Line[] = [];
      let from = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
        hold(chunk.subarray(from, end));
        lines.push(...finish());
        from = end + 1;
      }
      if (from < chunk.length) hold(chunk.subarray(from));
      return lines;
    },
    /** Returns the last line, if the stream does not end with a line feed. */
    end: (): readonly Line[] => (held > 0 ? finish() : []),
  };
}

/** Splits a stream into lines, as many at a time as end in a chunk. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Line[]> {
  const { push, end } = lineSplitter();
  for await (const chunk of chunks) {
    const lines = push(chunk);
    if (lines.length > 0) yield lines;
  }
  const last = end();
  if (last.length > 0) yield last;
}

/** Joins lines, each with its end. */
export function textOf(lines: readonly Line[]): Buffer {
  return Buffer.concat(lines.flatMap(({ bytes }) => [bytes, LINE_END]));
}

const LINE_END = Buffer.from("\n");

/** Parses the document of a line, or returns the problem as the rest of a sentence. */
export function documentIn({
  bytes,
}: Pick<Line, "bytes">): { readonly document: object } | { readonly problem: string } {
  if (!isUtf8(bytes)) return { problem: "is not UTF-8" };
  const document = parsed(bytes);
  if (document === undefined) return { problem: "is not JSON" };
  if (Array.isArray(document)) return { problem: "is a JSON array, not an object" };
  if (document === null) return { problem: "is null, not a JSON object" };
  return typeof document === "object"
    ? { document }
    : { problem: `is a JSON ${typeof document}, not an object` };
}

/** Returns the problem of a line as a document, as the rest of a sentence; undefined if there is none. */
export function problemIn(line: Line): string | undefined {
  const found = documentIn(line);
  return "problem" in found ? found.problem : undefined;
}

const OBJECT = 0x7b;
const ID_FIRST = Buffer.from('{"id":');
const ID_LATER = Buffer.from(',"id":');

/**
 * True if a line holds a document that the server gives an id: importing it twice stores it twice. A line that is not a
 * document is rejected each time.
 */
export function isWithoutId(line: Pick<Line, "bytes">): boolean {
  if (showsId(line.bytes)) return false;
  const found = documentIn(line);
  return "document" in found && !hasId(found.document);
}

/**
 * True if a line visibly has an id, without parsing, which takes longer than everything else that is done with a line. The name
 * in quotes is certainly a name in JSON, and without another object it is the document's.
 */
function showsId(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (ID_FIRST.equals(text.subarray(0, ID_FIRST.length))) return true;
  return text.indexOf(OBJECT, 1) < 0 && text.includes(ID_LATER);
}

/** True if a document has an id. */
export function hasId(document: object): boolean {
  return Object.hasOwn(document, "id");
}

/** Parses the JSON of a line; undefined if it is invalid. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
  } catch {
    return undefined;
  }
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  return BYTE_ORDER_MARK.equals(bytes.subarray(0, 3)) ? bytes.subarray(3) : bytes;
}

function trimmed(bytes: Uint8Array): Uint8Array {
  let [from, to] = [0, bytes.length];
  while (from < to && isSpace(bytes[from])) from += 1;
  while (to > from && isSpace(bytes[to - 1])) to -= 1;
  return bytes.subarray(from, to);
}

/** True for white space in JSON; a line feed has ended the line before. */
function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}
