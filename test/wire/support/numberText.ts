import { Decimal, type Value } from "../../../src/wire";

/** A number's decimal text; undefined for any other value. */
export function numberText(value: Value): string | undefined {
  if (value instanceof Decimal) return value.text;
  return typeof value === "number" || typeof value === "bigint" ? String(value) : undefined;
}
