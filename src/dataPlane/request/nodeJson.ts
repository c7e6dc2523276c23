/** Matches the answer of an error as servers write it: around the message, which they do not escape. */
const ERROR = /^\{"message": ?"([\s\S]*)"\}\s*$/;

/**
 * Parses an answer of a node. A message that quotes an id or a filter with a quote or a backslash is not valid JSON; without this, a
 * document that is not there would not be "not found".
 *
 * @param read parses JSON
 * @throws what `read` does
 */
export function nodeJson(text: string, read: (text: string) => unknown = JSON.parse): unknown {
  try {
    return read(text);
  } catch (error) {
    const message = ERROR.exec(text)?.[1];
    if (message === undefined) throw error;
    return { message };
  }
}

/** Writes the lines of a body, one JSON value each. */
export function jsonLines(values: unknown): string {
  return (values as readonly unknown[]).map((value) => JSON.stringify(value)).join("\n");
}

/** Parses an answer that may consist of lines of JSON: one value as it is, several as a list. */
export function jsonOrLines(text: string): unknown {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 1 ? lines.map((line) => JSON.parse(line)) : JSON.parse(text);
}
