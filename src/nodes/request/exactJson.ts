/** A text in JSON, or a number outside of one. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Shorter whole numbers are exact. */
const LONG = /\d{16}/;
/** Before the digits, in a text that no document can hold: JSON escapes it. */
const MARK = "\u0000integer ";

/**
 * Parses JSON; a whole number that would be rounded becomes a bigint, as an `int64` of a document may be. Throws SyntaxError as
 * JSON.parse does.
 */
export function exactJson(text: string): unknown {
  if (!LONG.test(text)) return JSON.parse(text);
  const marked = text.replace(TOKEN, (token) =>
    /^-?\d{16,}$/.test(token) && String(Number(token)) !== token ? JSON.stringify(MARK + token) : token,
  );
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === "string" && value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value,
  );
}
