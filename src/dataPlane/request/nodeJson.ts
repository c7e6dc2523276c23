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
