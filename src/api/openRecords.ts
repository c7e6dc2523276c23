/**
 * Reads the records whose fields are not documented: the account and the cluster options
 * (docs/design/api-assumptions.md#open-records).
 */

import { ADMIN, CAPABILITIES } from "./capabilities";

const CAPABILITY_NAMES: ReadonlySet<string> = new Set([...CAPABILITIES, ADMIN]);

/**
 * Returns the capabilities that an account record grants, anywhere in it: a name counts as a string, or as a key whose value is
 * true. Null if none is found, which means "unknown", never "none".
 */
export function capabilitiesIn(account: unknown): readonly string[] | null {
  const found = new Set<string>();
  walk(account, (text, isKeyOf) => {
    if (CAPABILITY_NAMES.has(text) && (isKeyOf === undefined || isKeyOf.value === true)) found.add(text);
  });
  return found.size === 0 ? null : [...found];
}

/**
 * Returns every value that the cluster options list, anywhere in them: a string counts, and a key whose value is not false.
 * Names of fields are included; that does no harm, because a missing value causes only a warning.
 */
export function valuesIn(options: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  walk(options, (text, isKeyOf) => {
    if (isKeyOf?.value !== false) found.add(text);
  });
  return found;
}

/** Visits every string and every key in the order of the record, at any depth. */
function walk(root: unknown, visit: (text: string, isKeyOf?: { readonly value: unknown }) => void): void {
  const open: { readonly key?: string; readonly value: unknown }[] = [{ value: root }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { key, value } = next;
    if (key !== undefined) visit(key, { value });
    if (typeof value === "string") visit(value);
    if (typeof value !== "object" || value === null) continue;
    const inside = Array.isArray(value)
      ? value.map((item: unknown) => ({ value: item }))
      : Object.entries(value).map(([name, item]: [string, unknown]) => ({ key: name, value: item }));
    for (const item of inside.reverse()) open.push(item);
  }
}
