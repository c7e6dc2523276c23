import { inside, WireError } from "./error";

/** A Terraform (cty) type in its JSON form. */
export type CtyType =
  | "string"
  | "number"
  | "bool"
  | "dynamic"
  | readonly ["list" | "set" | "map", CtyType]
  | readonly ["tuple", readonly CtyType[]]
  | readonly ["object", { readonly [name: string]: CtyType }];

/** The deepest nesting of types and values. Terraform stays far below it; deeper ones would exhaust the stack. */
export const MAX_DEPTH = 256;

/** Encodes a type as JSON, as schemas and dynamic values contain it. */
export function encodeType(type: CtyType): Uint8Array {
  return Buffer.from(JSON.stringify(type), "utf8");
}

/**
 * Reads a type from the JSON bytes that {@link encodeType} writes.
 * @throws WireError if they are not JSON, or not a type
 */
export function parseType(json: string | Uint8Array): CtyType {
  return typeFromJson(parseJson(typeof json === "string" ? json : Buffer.from(json).toString("utf8")));
}

/**
 * Returns the type of each item of a list, set or tuple with `size` items.
 * @throws WireError if a tuple has another number of items
 */
export function itemTypes(
  type: Exclude<CtyType, string | readonly ["object", unknown]>,
  size: number,
): (index: number) => CtyType {
  if (type[0] !== "tuple") return () => type[1];
  const types = type[1];
  if (types.length !== size) throw new WireError(`expected a tuple of ${types.length} items, got ${size}`);
  return (index) => types[index] ?? "dynamic";
}

export function tooDeep(what: string): WireError {
  return new WireError(`${what} nested more than ${MAX_DEPTH} levels deep`);
}

/** Returns the name of a type for error messages. */
export function typeName(type: CtyType): string {
  return typeof type === "string" ? type : type[0];
}

/** @throws WireError if the JSON is not a type */
export function typeFromJson(json: unknown, depth = 0): CtyType {
  if (depth > MAX_DEPTH) throw tooDeep("a type");
  if (json === "string" || json === "number" || json === "bool" || json === "dynamic") return json;
  if (Array.isArray(json) && json.length === 2) {
    const [kind, of]: unknown[] = json;
    if (kind === "list" || kind === "set" || kind === "map") return [kind, typeFromJson(of, depth + 1)];
    if (kind === "tuple" && Array.isArray(of)) return [kind, of.map((item) => typeFromJson(item, depth + 1))];
    if (kind === "object" && isJsonObject(of)) return [kind, attributesOf(of, depth + 1)];
  }
  throw new WireError(
    'expected a type: "string", "number", "bool", "dynamic", or a list, set, map, tuple or object of types',
  );
}

function attributesOf(json: { readonly [name: string]: unknown }, depth: number) {
  const attributes: { [name: string]: CtyType } = Object.create(null);
  for (const [name, type] of Object.entries(json)) {
    attributes[name] = inside(name, () => typeFromJson(type, depth));
  }
  return attributes;
}

/** @throws WireError which, unlike the error of JSON.parse, quotes nothing, because the text may contain a secret */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WireError("expected JSON, got other text");
  }
}

/** @throws WireError if the text is not JSON, or not an object */
export function parseJsonObject(text: string): Record<string, unknown> {
  const json = parseJson(text);
  if (isJsonObject(json)) return json;
  throw new WireError("expected object");
}

export function isJsonObject(json: unknown): json is Record<string, unknown> {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
