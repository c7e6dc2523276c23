/** The longest line that is read: an old server answers an import with one line for all documents. */
const MAX_LINE_LENGTH = 64 * 1024 * 1024;

/** A line is longer than any that a server sends. */
export class LineTooLong extends Error {
  override readonly name = "LineTooLong";

  constructor() {
    super(`a line of more than ${MAX_LINE_LENGTH / 1024 / 1024} MiB`);
  }
}

/** The lines of a text that arrives in pieces, without their ends; empty ones are left out. Throws {@link LineTooLong}. */
export async function* linesOf(
  pieces: AsyncIterable<Uint8Array>,
  maxLength = MAX_LINE_LENGTH,
): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder();
  let rest: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    const [first = "", ...more] = decoder.decode(piece, { stream: true }).split("\n");
    rest.push(first);
    length += first.length;
    if (length > maxLength) throw new LineTooLong();
    const last = more.pop();
    if (last === undefined) continue;
    for (const line of [rest.join(""), ...more]) {
      const text = line.trim();
      if (text !== "") yield text;
    }
    [rest, length] = [[last], last.length];
  }
  const end = (rest.join("") + decoder.decode()).trim();
  if (end !== "") yield end;
}
