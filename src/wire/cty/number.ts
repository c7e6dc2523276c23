import { WireError } from "./error";
import { Decimal, Double, type ExactNumber } from "./value";

/** The most digits written without an exponent, so that no short string becomes huge. */
const MAX_PLAIN_DIGITS = 1000;

const DECIMAL_TEXT = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,10}))?$/;

/**
 * Reads a decimal string. Returns a number if the shortest decimal string of that JavaScript number is exactly the given
 * number, a bigint for other integers, and else a Decimal.
 * @throws WireError if the string is not a finite decimal number
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

/** More digits than the shortest decimal string of any double, so that a difference after them shows. */
const EXACT_DIGITS = 40;

/** @throws WireError for NaN and the infinities */
export function numberFromDouble(double: number): ExactNumber {
  if (!Number.isFinite(double)) throw new WireError(`expected a finite number, got ${double}`);
  if (Number.isInteger(double)) return numberFromInteger(BigInt(double));
  const isExact = canonicalText(double.toPrecision(EXACT_DIGITS)) === numberText(double);
  return isExact ? double : new Double(double);
}

/**
 * Converts a number for the wire: an integer if it fits 64 bits, else a decimal string.
 * @throws WireError for NaN and the infinities, on which Terraform would crash, and for an invalid Decimal
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

/** Returns the shortest decimal string of a number, without an exponent below 1000 digits. Equal numbers have equal strings. */
export function numberText(value: ExactNumber): string | undefined {
  return canonicalText(typeof value === "object" ? value.text : String(value));
}

/** Returns the one string of a number: no leading or trailing zeros, no plus, an exponent only beyond 1000 digits. */
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

/** Puts the decimal point after the first `point` digits. `point` may be negative or larger than their number. */
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
