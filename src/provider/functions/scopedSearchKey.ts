import { createHmac } from "node:crypto";
import {
  Dynamic,
  FunctionError,
  isNull,
  isNumber,
  isRecord,
  isUnknown,
  type ProviderFunction,
  t,
  type Value,
} from "../../framework";
import { sortedJson } from "../model/jsonText";

/** The number of characters of the parent in a scoped key, by which the cluster finds the parent. */
const PREFIX_LENGTH = 4;
const [PARENT, PARAMETERS] = [0, 1];

/** `scoped_search_key(parent, parameters)`: a key that can search only what its parameters allow (docs/design/api-assumptions.md#keys). */
export const scopedSearchKey: ProviderFunction = {
  name: "scoped_search_key",
  summary: "Derives a scoped search key from a search-only key.",
  description:
    "Derives a key for an application from a search-only key. The given search parameters apply to every search with it, and a search cannot " +
    "remove them. The key is computed locally, without a request, and the same arguments give the same key. The parent must be a search-only " +
    "key: the cluster rejects scoped keys of any other key. An object or a map is converted to compact JSON with sorted keys, without null members; a " +
    "string is used exactly as it is. The result is sensitive if an argument is.",
  parameters: [
    {
      name: "parent",
      type: t.string,
      sensitive: true,
      description: "The search-only key to derive from, such as `search_only_key` of `searchcloud_api_keys`.",
    },
    {
      name: "parameters",
      type: t.dynamic,
      description:
        'The search parameters to embed: an object such as `{ filter_by = "company_id:124", expires_at = 1906054106 }` (`expires_at` in ' +
        "seconds since the epoch), or its JSON as a string.",
    },
  ],
  returns: t.string,
  call: (parent = null, parameters = null) =>
    deriveScopedKey(checkedParent(parent), parametersText(parameters, PARAMETERS)),
};

/** Derives the scoped key of a search-only key for parameters in JSON (docs/design/api-assumptions.md#keys). */
function deriveScopedKey(parent: string, parameters: string): string {
  const digest = createHmac("sha256", parent).update(parameters, "utf8").digest("base64");
  return Buffer.from(digest + parent.slice(0, PREFIX_LENGTH) + parameters, "utf8").toString("base64");
}

/** Checks the parent. No message shows it: it is a secret. */
function checkedParent(parent: Value): string {
  if (typeof parent !== "string" || parent === "")
    throw new FunctionError("must not be empty: it is the search-only key to derive from.", PARENT);
  if (parent.length < PREFIX_LENGTH)
    throw new FunctionError(
      `has fewer than ${PREFIX_LENGTH} characters, and no search-only key is that short.`,
      PARENT,
    );
  if (/\s/.test(parent))
    throw new FunctionError(
      "contains a space or a line break, which no key has. A line break at the end often comes from a file: trimspace() removes it.",
      PARENT,
    );
  return parent;
}

/**
 * Converts the parameters of a scoped key to the string that is signed. A string is used as it is. An object or a map is converted to JSON
 * that is the same for the same values: no white space, the keys of every object sorted, numbers digit by digit. Null members are left
 * out, because Terraform sets attributes that an object leaves out to null; null items of a list stay.
 *
 * @param argument the position of the parameters among the arguments of the function, for errors
 * @throws FunctionError for any other value, and for a value that is not known yet.
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

/** Removes the types of dynamic values, and the null members of objects. */
function plainValue(value: Value, argument: number): Value {
  if (isUnknown(value)) throw new FunctionError("holds a value that is not known yet.", argument);
  if (value instanceof Dynamic) return plainValue(value.value, argument);
  if (Array.isArray(value)) return value.map((item) => plainValue(item, argument));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([, member]) => !isNull(member));
  return Object.fromEntries(members.map(([key, member]) => [key, plainValue(member, argument)]));
}

/** Returns the digits of a number, which are valid JSON in every form, even with an exponent. */
function numberText(value: Value): string | undefined {
  if (!isNumber(value)) return undefined;
  return typeof value === "object" ? value.text : String(value);
}

function kindOf(value: Value): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "boolean" ? "true or false" : "a number";
}
