/** A document, as `exactJson` reads it. */
export type ReadDocument = { readonly [name: string]: unknown };

/**
 * Returns the body that makes a stored document equal to the wanted one, although a server merges it into the stored one: objects
 * deeply, null removes, anything else (lists, too) replaces. Null equals a missing property. The id is not in it: the server knows
 * it from the filter.
 *
 * @param made names of fields that the server computes, such as embeddings: they stay as they are
 */
export function mergePatch(
  stored: ReadDocument,
  wanted: ReadDocument,
  made: ReadonlySet<string> = new Set(),
): ReadDocument {
  return patchOfObjects(stored, wanted, (name) => name === "id" || made.has(name));
}

function patchOfObjects(
  stored: ReadDocument,
  wanted: ReadDocument,
  isKept: (name: string) => boolean,
): ReadDocument {
  const parts: [string, unknown][] = [];
  for (const [name, value] of Object.entries(wanted)) {
    if (value === null || isKept(name)) continue;
    const before = own(stored, name);
    if (isObject(value) && isObject(before)) {
      const part = patchOfObjects(before, value, () => false);
      if (Object.keys(part).length > 0) parts.push([name, part]);
    } else if (!isEqual(before, value)) parts.push([name, value]);
  }
  for (const [name, value] of Object.entries(stored))
    if (value !== null && own(wanted, name) === null && !isKept(name)) parts.push([name, null]);
  // Not assigned: a property may be called __proto__.
  return Object.fromEntries(parts);
}

/** Returns null if an object has no such property. */
function own(object: ReadDocument, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : null;
}

function isObject(value: unknown): value is ReadDocument {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True if two values are the same JSON. In a list, null is a value; in an object, it equals a missing property. */
function isEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isEqual(item, other[at]));
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isEqual(own(one, name), own(other, name)));
}
