import { numberText } from "./number";
import type { CtyType } from "./type";
import { Dynamic, isNumber, isRecord, UNKNOWN, type Value } from "./value";

/**
 * True if two values of one type are equal for Terraform. The order of a list counts, the order of a set does not.
 * Numbers are compared by their shortest decimal strings. An unknown equals only itself.
 */
export function sameValue(type: CtyType, a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a === null || b === null || a === UNKNOWN || b === UNKNOWN) return false;
  if (type === "dynamic") return sameDynamic(a, b);
  if (typeof type === "string") return isNumber(a) && isNumber(b) && numberText(a) === numberText(b);
  switch (type[0]) {
    case "list":
      return sameArrays(a, b, () => type[1]);
    case "tuple":
      return sameArrays(a, b, (index) => type[1][index] ?? "dynamic");
    case "set":
      return sameSets(type[1], a, b);
    case "map":
      return sameRecords(a, b, () => type[1]);
    case "object":
      return sameRecords(a, b, (key) => type[1][key] ?? "dynamic");
  }
}

function sameDynamic(a: Value, b: Value): boolean {
  if (!(a instanceof Dynamic && b instanceof Dynamic)) return false;
  return JSON.stringify(a.type) === JSON.stringify(b.type) && sameValue(a.type, a.value, b.value);
}

function sameArrays(a: Value, b: Value, typeOf: (index: number) => CtyType): boolean {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  return a.every((item, index) => sameValue(typeOf(index), item, b[index] ?? null));
}

function sameSets(type: CtyType, a: Value, b: Value): boolean {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  const rest = [...b];
  return a.every((item) => {
    const at = rest.findIndex((other) => sameValue(type, item, other));
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

function sameRecords(a: Value, b: Value, typeOf: (key: string) => CtyType): boolean {
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => key in b && sameValue(typeOf(key), a[key] ?? null, b[key] ?? null));
}
