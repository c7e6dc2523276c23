import { Dynamic, FunctionError, isNull, isNumber, isRecord, isUnknown, type Value } from "../../framework";
import { sortedJson } from "../model/sortedJson";

/**
 * The parameters of a scoped key as the text that is signed. A text is taken as it is. An object or a map becomes JSON that
 * is the same for the same values: no white space, the keys of every object sorted, numbers digit by digit. Members that are
 * null are left out, because Terraform fills the attributes that an object leaves out with null; in a list a null has a place,
 * and stays.
 *
 * @param argument the position of the parameters among the arguments of the function, for errors
 * @throws FunctionError for anything else, and for a value that is not known yet.
 */
export function parametersText(parameters: Value, argument: number): string {
  const value = plainValue(parameters, argument);
  if (typeof value === "string") return value;
  if (isRecord(value)) return sortedJson(value, (one) => numberText(one as Value));
  throw new FunctionError(
    `must be an object such as { filter_by = "company_id:124" }, or its JSON as a string, not ${kindOf(value)}.`,
    argument,
  );
}

/** The value without the types that travel with dynamic values, and its objects without members that are null. */
function plainValue(value: Value, argument: number): Value {
  if (isUnknown(value)) throw new FunctionError("holds a value that is not known yet.", argument);
  if (value instanceof Dynamic) return plainValue(value.value, argument);
  if (Array.isArray(value)) return value.map((item) => plainValue(item, argument));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([, member]) => !isNull(member));
  return Object.fromEntries(members.map(([key, member]) => [key, plainValue(member, argument)]));
}

/** JSON allows every form that a number has here, also an exponent. */
function numberText(value: Value): string | undefined {
  if (!isNumber(value)) return undefined;
  return typeof value === "object" ? value.text : String(value);
}

function kindOf(value: Value): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "boolean" ? "true or false" : "a number";
}
