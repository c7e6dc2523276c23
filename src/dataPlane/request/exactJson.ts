import { randomUUID } from "node:crypto";

/** Begins a string that stands for a number. Unguessable, so that no string of a document is mistaken for one. */
const MARK = `integer ${randomUUID()} `;

/** Matches a bigint in the text of {@link exactText}. */
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, "g");

/** Shorter whole numbers are exact. */
const LONG = /\d{16}/;
const LONG_INTEGER = /^-?[1-9]\d{15,}$/;

/** Deeper answers are rejected as a whole, so nothing deeper is restored. */
const MAX_DEPTH = 100;

/**
 * Parses JSON; a whole number that would be rounded becomes a bigint, as an `int64` of a document may be.
 * @throws SyntaxError as JSON.parse does.
 */
export function exactJson(text: string): unknown {
  return LONG.test(text) ? restored(JSON.parse(marked(text)), 0) : JSON.parse(text);
}

/** Formats a value as JSON; the counterpart of {@link exactJson}: a bigint becomes a whole number. */
export function exactText(value: unknown): string {
  let hasLong = false;
  const text = JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== "bigint") return part;
    hasLong = true;
    return `${MARK}${part}`;
  });
  return hasLong ? text.replace(MARKED, "$1") : text;
}

/** Replaces each integer that JSON.parse would round by a marked string. */
function marked(text: string): string {
  const pieces: string[] = [];
  let taken = 0;
  for (let at = 0; at < text.length; ) {
    if (text[at] === '"') at = endOfString(text, at);
    else if (isOfNumber(text.charCodeAt(at))) {
      const from = at;
      do at += 1;
      while (isOfNumber(text.charCodeAt(at)));
      const number = text.slice(from, at);
      if (!LONG_INTEGER.test(number) || String(Number(number)) === number) continue;
      pieces.push(text.slice(taken, from), `"${MARK}${number}"`);
      taken = at;
    } else at += 1;
  }
  return pieces.join("") + text.slice(taken);
}

/**
 * Returns the end of the string that begins here. A loop instead of a regular expression, whose stack a long string would
 * exceed.
 */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** True if a character may be part of a number: a digit, a sign, a point or an exponent. */
function isOfNumber(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2d ||
    code === 0x2b ||
    code === 0x2e ||
    (code | 0x20) === 0x65
  );
}

/** Returns the value with its marked strings as bigints. */
function restored(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value;
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  for (const [key, part] of Object.entries(value)) {
    const exact = restored(part, depth + 1);
    // Defined instead of assigned: a property may be called __proto__.
    if (exact !== part) Object.defineProperty(value, key, { value: exact, ...PLAIN });
  }
  return value;
}

const PLAIN = { enumerable: true, writable: true, configurable: true };
