import { WireError } from "./error";
import { Decimal, Double, type ExactNumber } from "./value";

/** Longest decimal text written without an exponent; larger numbers stay text, so that no short text grows huge. */
const MAX_PLAIN_DIGITS = 1000;

const DECIMAL_TEXT = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,10}))?$/;

/**
 * Reads a decimal text. The answer is a number when the shortest decimal text of that JavaScript number is exactly the
 * given number, a bigint for other integers, and a Decimal for the rest.
 * @throws WireError when the text is not a finite decimal number.
 */
export function numberFromText(text: string): ExactNumber {
  const canonical = canonicalText(text);
  if (canonical === undefined)
    throw new WireError("expected a number, got text that is not a decimal number");
  const double = Number(canonical);
  if (Number.isFinite(double) && canonicalText(String(double)) === canonical) return double;
  return /^-?\d+$/.test(canonical) ? BigInt(canonical) : new Decimal(canonical);
}

export function numberFromInteger(integer: bigint): ExactNumber {
  const double = Number(integer);
  return Number.isSafeInteger(double) ? double : numberFromText(integer.toString());
}

/** More digits than the shortest text of any double, so that what follows them shows. */
const EXACT_DIGITS = 40;

/** @throws WireError for NaN and the infinities. */
export function numberFromDouble(double: number): ExactNumber {
  if (!Number.isFinite(double)) throw new WireError(`expected a finite number, got ${double}`);
  if (Number.isInteger(double)) return numberFromInteger(BigInt(double));
  const isExact = canonicalText(double.toPrecision(EXACT_DIGITS)) === numberText(double);
  return isExact ? double : new Double(double);
}

/**
 * What goes over the wire for a number: an integer when it fits 64 bits, else its decimal text.
 * @throws WireError for NaN and the infinities (Terraform would crash on them) and for a Decimal that is no number.
 */
export function numberToWire(value: number | bigint | Decimal): bigint | number | string {
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new WireError(`expected a finite number, got ${value}`);
  }
  if (typeof value === "bigint") return integerToWire(value);
  const canonical = canonicalText(typeof value === "number" ? String(value) : value.text);
  if (canonical === undefined)
    throw new WireError("expected a number, got a Decimal that is not a decimal number");
  return /^-?\d+$/.test(canonical) ? integerToWire(BigInt(canonical)) : canonical;
}

function integerToWire(integer: bigint): bigint | string {
  return BigInt.asIntN(64, integer) === integer ? integer : integer.toString();
}

/** The shortest decimal text of a number, without an exponent below 1000 digits: equal numbers have equal texts. */
export function numberText(value: ExactNumber): string | undefined {
  return canonicalText(typeof value === "object" ? value.text : String(value));
}

/** One text per number: no leading or trailing zeros, no plus, an exponent only beyond 1000 digits. */
function canonicalText(text: string): string | undefined {
  const match = DECIMAL_TEXT.exec(text);
  if (!match) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  if (whole === "" && fraction === "") return undefined;
  const leading = countLeadingZeros(whole + fraction);
  const digits = withoutTrailingZeros((whole + fraction).slice(leading));
  if (digits === "") return "0";
  const minus = sign === "-" ? "-" : "";
  return minus + place(digits, whole.length - leading + Number(exponent));
}

/** Writes digits with the decimal point after the first `point` of them (which may lie outside of them). */
function place(digits: string, point: number): string {
  if (Math.abs(point) > MAX_PLAIN_DIGITS) {
    const rest = digits.slice(1);
    return `${digits[0]}${rest && `.${rest}`}e${point > 0 ? "+" : ""}${point - 1}`;
  }
  if (point >= digits.length) return digits + "0".repeat(point - digits.length);
  if (point > 0) return `${digits.slice(0, point)}.${digits.slice(point)}`;
  return `0.${"0".repeat(-point)}${digits}`;
}

function countLeadingZeros(digits: string): number {
  let count = 0;
  while (digits[count] === "0") count += 1;
  return count;
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}
