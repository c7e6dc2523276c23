import { numberText } from "../../../src/wire/cty/number";
import { type CtyType, MAX_DEPTH } from "../../../src/wire/cty/type";
import { Dynamic, isNumber, isRecord, mapRecord, UNKNOWN, type Value } from "../../../src/wire/cty/value";
import { record } from "../values";
import { type CoreAttributes, type CoreBlock, type CoreNestedBlock, emptyNested } from "./schema";

/** A configuration as a test writes it: only what is set. A block is an object, or an array of them; UNKNOWN is not known yet. */
export type Written = Readonly<Record<string, unknown>>;

/**
 * Completes a configuration.
 * @throws Error with Terraform's words for a name that the schema does not have
 */
export function configured(block: CoreBlock, written: Written): Value {
  for (const name of Object.keys(written))
    if (!(name in block.attributes) && !(name in block.blocks))
      throw new Error(
        `Unsupported argument: An argument named ${JSON.stringify(name)} is not expected here.`,
      );
  const attributes = Object.entries(block.attributes).map(([name, { type }]) => [
    name,
    typed(type, written[name]),
  ]);
  const blocks = Object.entries(block.blocks).map(([name, nested]) => [
    name,
    nestedValue(nested, written[name]),
  ]);
  return record(Object.fromEntries([...attributes, ...blocks]));
}

function nestedValue(nested: CoreNestedBlock, written: unknown): Value {
  const { nesting, block } = nested;
  if (written === UNKNOWN) return UNKNOWN;
  if (written === undefined || written === null) return emptyNested(nested);
  if (nesting === "single" || nesting === "group") return configured(block, written as Written);
  if (nesting === "map")
    return mapRecord(written as Record<string, Written>, (one) => configured(block, one));
  return (Array.isArray(written) ? written : [written]).map((one) => configured(block, one));
}

/** Converts plain data to a value of a type. */
export function typed(type: CtyType, plain: unknown): Value {
  if (plain === undefined || plain === null) return null;
  if (plain === UNKNOWN) return UNKNOWN;
  if (type === "dynamic") return new Dynamic(typeOfPlain(plain), typed(typeOfPlain(plain), plain));
  if (typeof type === "string") {
    if (typeof plain === (type === "bool" ? "boolean" : type) || isNumber(plain as Value))
      return plain as Value;
    throw new Error(`Incorrect attribute value type: ${type} required`);
  }
  const [kind, of] = type;
  if (kind === "object")
    return record(
      Object.fromEntries(
        Object.entries(of).map(([name, one]) => [name, typed(one, (plain as Written)[name])]),
      ),
    );
  if (kind === "map") return mapRecord(record(plain as never), (item) => typed(of, item));
  return (plain as unknown[]).map((item, index) =>
    typed(kind === "tuple" ? (of[index] ?? "dynamic") : of, item),
  );
}

/** Converts a value to plain data: numbers as JavaScript's, dynamic values as their content. */
export function plain(value: Value): unknown {
  if (value === UNKNOWN || value === null) return value;
  if (isNumber(value)) return Number(numberText(value));
  if (value instanceof Dynamic) return plain(value.value);
  if (Array.isArray(value)) return value.map(plain);
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]))
    : value;
}

/** Writes a known value as JSON, as state files have it: with sorted keys. */
export function stateText(value: Value, depth = 0): string {
  if (depth > MAX_DEPTH || value === UNKNOWN) throw new Error("a state cannot have this value");
  if (value === null || typeof value === "string" || typeof value === "boolean")
    return JSON.stringify(value) as string;
  if (isNumber(value)) return numberText(value) ?? "null";
  if (value instanceof Dynamic)
    return `{"value":${stateText(value.value, depth + 1)},"type":${JSON.stringify(value.type)}}`;
  if (Array.isArray(value)) return `[${value.map((item) => stateText(item, depth + 1)).join(",")}]`;
  const parts = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${stateText(value[key] ?? null, depth + 1)}`);
  return `{${parts.join(",")}}`;
}

/** Lists the paths of write-only attributes that have a value. */
export function writeOnlyPaths({ attributes, blocks }: CoreBlock, value: Value, path = ""): string[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      writeOnlyPaths({ attributes, blocks } as CoreBlock, item, `${path}[${index}]`),
    );
  if (!isRecord(value)) return [];
  const own = writeOnlyOf(attributes, value, path);
  const inner = Object.entries(blocks).flatMap(([name, { nesting, block }]) => {
    const content: Value = value[name] ?? null;
    const all: Value[] = nesting === "map" && isRecord(content) ? Object.values(content) : [content];
    return all.flatMap((one: Value) => writeOnlyPaths(block, one, `${path}.${name}`));
  });
  return [...own, ...inner];
}

function writeOnlyOf(attributes: CoreAttributes, value: Value, path: string): string[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => writeOnlyOf(attributes, item, `${path}[${index}]`));
  if (!isRecord(value)) return [];
  return Object.entries(attributes).flatMap(([name, { writeOnly, nested }]) => {
    const content: Value = value[name] ?? null;
    if (writeOnly) return content === null ? [] : [`${path}.${name}`];
    return nested ? writeOnlyOf(nested.attributes, content, `${path}.${name}`) : [];
  });
}

function typeOfPlain(value: unknown): CtyType {
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number" || typeof value === "bigint") return "number";
  if (Array.isArray(value)) return ["tuple", value.map(typeOfPlain)];
  return [
    "object",
    Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, typeOfPlain(one)])),
  ];
}
