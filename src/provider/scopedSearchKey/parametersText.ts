import { FunctionError, isUnknown, type ProviderFunction } from "../../framework";

export type Value = Parameters<ProviderFunction["call"]>[number];

/**
 * The parameters of a scoped key as the text that is signed. A text is taken as it is. An object or a map becomes JSON that
 * is the same for the same values: no white space, the keys of every object sorted, numbers digit by digit. Members that are
 * null are left out, because Terraform fills the attributes that an object leaves out with null; in a list a null has a place,
 * and stays.
 *
 * @param argument the position of the parameters among the arguments of the function, for errors
 * @throws FunctionError for anything else, and for what JSON cannot hold.
 */
export function parametersText(parameters: Value, argument: number): string {
  const value = unwrapped(parameters);
  if (typeof value === "string") return value;
  if (isRecord(value)) return encode(value, argument);
  throw new FunctionError(
    `must be an object such as { filter_by = "company_id:124" }, or its JSON as a text, not ${kindOf(value)}.`,
    argument,
  );
}

function encode(given: Value, argument: number): string {
  const value = unwrapped(given);
  if (isUnknown(value)) throw new FunctionError("holds a value that is not known yet.", argument);
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  const digits = numberText(value);
  if (digits !== undefined) return digits;
  if (Array.isArray(value)) return `[${value.map((item) => encode(item, argument)).join(",")}]`;
  if (!isRecord(value)) throw new FunctionError("holds a value that JSON cannot hold.", argument);
  const members = Object.entries(value)
    .filter(([, member]) => unwrapped(member) !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${encode(member, argument)}`);
  return `{${members.join(",")}}`;
}

/** A dynamic value without the type that travels with it. */
function unwrapped(value: Value): Value {
  return isBoxed(value) && "type" in value && "value" in value ? (value.value as Value) : value;
}

/** JSON allows every form that a number has here, also an exponent. */
function numberText(value: Value): string | undefined {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return isBoxed(value) && "text" in value ? String(value.text) : undefined;
}

function isRecord(value: Value): value is { [key: string]: Value } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isBoxed(value);
}

/** What is not plain data: an exact decimal, or a dynamic value. A plain object may have the same keys. */
function isBoxed(value: Value): value is Extract<Value, object> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype !== null && prototype !== Object.prototype;
}

function kindOf(value: Value): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "boolean" ? "true or false" : "a number";
}
