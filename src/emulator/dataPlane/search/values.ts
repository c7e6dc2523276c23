/** Readers of parameter values, as the server reads them. */

const MAX_UINT32 = 2 ** 32 - 1;
const MIN_INT32 = -(2 ** 31);
const MIN_INT64 = -(2n ** 63n);

/** Splits a text and trims the parts; empty ones are dropped. */
export function split(text: string, delimiter = ","): string[] {
  return text
    .split(delimiter)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

export function isUint32(text: string): boolean {
  return /^\s*\+?\d+$/.test(text) && Number(text) <= MAX_UINT32;
}

export function isInteger(text: string): boolean {
  return /^[-+]?\d+$/.test(text);
}

export function isInt32(text: string): boolean {
  return isInteger(text) && Number(text) >= MIN_INT32 && Number(text) < -MIN_INT32;
}

export function isInt64(text: string): boolean {
  if (!isInteger(text)) return false;
  const value = BigInt(text.replace("+", ""));
  return value >= MIN_INT64 && value < -MIN_INT64;
}

const MAX_FLOAT = 3.4028234663852886e38;

export function isFloat(text: string): boolean {
  if (/^\s*[-+]?(nan|inf|infinity)$/i.test(text)) return true;
  return /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) && Math.abs(Number(text)) <= MAX_FLOAT;
}

/** Formats a float as the server does: with six significant digits. */
export function floatText(value: number): string {
  const single = Math.fround(value);
  const [digits = "", exponent] = single.toPrecision(6).split("e");
  const plain = digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
  if (exponent === undefined) return single !== 0 && Math.abs(single) < 1e-4 ? scientific(single) : plain;
  return `${plain}e${exponentText(Number(exponent))}`;
}

function scientific(value: number): string {
  const [digits = "", exponent = "0"] = value.toExponential(5).split("e");
  return `${digits.replace(/\.?0+$/, "")}e${exponentText(Number(exponent))}`;
}

function exponentText(exponent: number): string {
  return `${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/** Splits a list at the commas outside backticks, and removes the backticks. */
export function listedValues(text: string): string[] {
  const values: string[] = [];
  let quoted = false;
  let value = "";
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (letter === "`") {
      if (text[at - 1] === "\\") value += letter;
      else quoted = !(quoted && value !== "");
    } else if (letter === "," && !quoted) {
      values.push(value.trim());
      value = "";
    } else value += letter;
  }
  return value === "" ? values : [...values, value.trim()];
}

/**
 * Returns the index of the bracket that closes the one at `open`; -1 if none does.
 * @param brackets the opening and the closing bracket
 * @param skipsQuoted whether brackets within backticks are ignored
 */
export function closingIndex(text: string, open: number, brackets = "()", skipsQuoted = false): number {
  let depth = 0;
  let quoted = false;
  for (let at = open; open >= 0 && at < text.length; at++) {
    if (skipsQuoted && text[at] === "`") quoted = !quoted;
    if (quoted) continue;
    if (text[at] === brackets[0]) depth += 1;
    if (text[at] === brackets[1]) depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}
