import type { StoredCollection, StoredDocument } from "../record";
import type { Projection } from "./projection";
import { compiledSchema } from "./schema";

/** A document without the fields that the server indexes and does not store. */
export function storedPart(collection: StoredCollection, document: StoredDocument): StoredDocument {
  const { unstored } = compiledSchema(collection);
  if (unstored.length === 0) return document;
  return Object.fromEntries(Object.entries(document).filter(([name]) => !unstored.includes(name)));
}

/** A document as it is answered: what the server stores of it, and what was requested of that. */
export function documentAnswer(
  collection: StoredCollection,
  document: StoredDocument,
  shown: Projection,
): StoredDocument {
  return shown(storedPart(collection, document));
}
