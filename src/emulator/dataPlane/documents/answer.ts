import type { StoredCollection, StoredDocument } from "../../domain/store/data";
import type { Projection } from "./projection";
import { compiledSchema } from "./schema";

/** A document without the fields that the server indexes and does not store; its names are in order, as the server's are. */
export function storedPart(collection: StoredCollection, document: StoredDocument): StoredDocument {
  const { unstored } = compiledSchema(collection);
  if (unstored.length === 0) return inOrder(document);
  return inOrder(Object.fromEntries(Object.entries(document).filter(([name]) => !unstored.includes(name))));
}

/** The object with its names in order, at any depth. */
function inOrder(object: StoredDocument): StoredDocument {
  const names = Object.keys(object);
  let isSorted = true;
  let isFlat = true;
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] ?? "";
    isSorted &&= at === 0 || (names[at - 1] ?? "") < name;
    isFlat &&= typeof object[name] !== "object";
  }
  if (isSorted && isFlat) return object;
  if (!isSorted) names.sort();
  // One by one, since every document of an export goes through here; `__proto__` has to be a property like any other.
  const result: Record<string, unknown> = names.includes("__proto__") ? Object.create(null) : {};
  for (const name of names) result[name] = valueInOrder(object[name]);
  return result;
}

function valueInOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (!Array.isArray(value)) return inOrder(value as StoredDocument);
  return value.some((one) => typeof one === "object") ? value.map(valueInOrder) : value;
}

/** A document as it is answered: what the server stores of it, and what was requested of that. */
export function documentAnswer(
  collection: StoredCollection,
  document: StoredDocument,
  shown: Projection,
): StoredDocument {
  return shown(storedPart(collection, document));
}
