import { numberText } from "../../../src/wire/cty/number";
import type { CtyType } from "../../../src/wire/cty/type";
import { isNumber, isRecord, UNKNOWN, type Value } from "../../../src/wire/cty/value";

/** Writes a value as Terraform's messages for developers of providers quote it. */
export function goString(type: CtyType, value: Value): string {
  if (value === null) return `cty.NullVal(${goType(type)})`;
  if (value === UNKNOWN) return `cty.UnknownVal(${goType(type)})`;
  if (typeof value === "string") return `cty.StringVal(${JSON.stringify(value)})`;
  if (typeof value === "boolean") return value ? "cty.True" : "cty.False";
  if (isNumber(value)) return `cty.MustParseNumberVal(${JSON.stringify(numberText(value))})`;
  if (typeof type === "string") return `cty.${JSON.stringify(value)}`;
  const name = `cty.${type[0][0]?.toUpperCase()}${type[0].slice(1)}`;
  if (Array.isArray(value)) {
    const items = value.map((item, index) => goString(itemType(type, index), item));
    return items.length === 0
      ? `${name}ValEmpty(${goType(itemType(type, 0))})`
      : `${name}Val([]cty.Value{${items.join(", ")}})`;
  }
  if (!isRecord(value)) return `${name}Val(?)`;
  const parts = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${goString(partType(type, key), value[key] ?? null)}`);
  return `${name}Val(map[string]cty.Value{${parts.join(", ")}})`;
}

function goType(type: CtyType): string {
  if (type === "dynamic") return "cty.DynamicPseudoType";
  if (typeof type === "string") return `cty.${type[0]?.toUpperCase()}${type.slice(1)}`;
  const [kind, of] = type;
  const name = `cty.${kind[0]?.toUpperCase()}${kind.slice(1)}`;
  if (kind === "tuple") return `${name}([]cty.Type{${of.map(goType).join(", ")}})`;
  if (kind !== "object") return `${name}(${goType(of as CtyType)})`;
  const parts = Object.entries(of as Record<string, CtyType>).map(
    ([key, one]) => `${JSON.stringify(key)}:${goType(one)}`,
  );
  return `${name}(map[string]cty.Type{${parts.sort().join(", ")}})`;
}

function itemType(type: CtyType, index: number): CtyType {
  if (typeof type === "string" || type[0] === "object") return "dynamic";
  return type[0] === "tuple" ? (type[1][index] ?? "dynamic") : type[1];
}

function partType(type: CtyType, key: string): CtyType {
  if (typeof type === "string") return "dynamic";
  if (type[0] === "object") return type[1][key] ?? "dynamic";
  return type[0] === "map" ? type[1] : "dynamic";
}
