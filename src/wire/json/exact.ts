import { randomUUID } from "node:crypto";
import { parseJson } from "../cty/json";
import { numberFromText } from "../cty/number";
import type { ExactNumber } from "../cty/value";

/** Begins a text that stands for a number. Unguessable, so that no text of a user is taken for one. */
const MARK = `number ${randomUUID()} `;

const TOKEN = /\\.|"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Where a number may stand that JSON.parse would change: one with a fraction or an exponent, with 16 digits, or -0. */
const INEXACT = /(?:^|[[:,])\s*(?:-0|-?\d+[.eE]|-?\d{16})/;

/**
 * Reads a JSON text as JSON.parse does, but for its numbers: JSON.parse would round them, so each one becomes a marked
 * text, which {@link numberIn} reads.
 * @throws WireError when the text is not JSON.
 */
export function parseExact(text: string): unknown {
  if (!INEXACT.test(text)) return parseJson(text);
  let isQuoted = false;
  return parseJson(
    text.replace(TOKEN, (token) => {
      if (token === '"') isQuoted = !isQuoted;
      return isQuoted || token === '"' || token.startsWith("\\") ? token : `"${MARK}${token}"`;
    }),
  );
}

/** The number that a part of parsed JSON stands for; undefined when it is none. */
export function numberIn(json: unknown): ExactNumber | undefined {
  if (typeof json === "number") return json;
  return typeof json === "string" && json.startsWith(MARK)
    ? numberFromText(json.slice(MARK.length))
    : undefined;
}
