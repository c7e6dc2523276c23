import type { ClusterData, StoredCollection, StoredDocument } from "../../domain/store/data";
import { type Referrer, referrersOf } from "./references";
import { compiledSchema } from "./schema";

/** Removes a document, with those that refer to it. */
export function removeDocument(data: ClusterData, collection: StoredCollection, key: string): void {
  const document = collection.documents.get(key);
  if (document === undefined) return;
  collection.documents.delete(key);
  for (const referrer of referrersOf(data, collection, document)) release(data, referrer);
}

/** What becomes of a document when the one that it refers to goes. */
function release(data: ClusterData, { collection, field, key, document, value }: Referrer): void {
  const own = document[field.name];
  if (Array.isArray(own) && own.length > 1) {
    const left = own.filter((one) => one !== value);
    collection.documents.set(key, { ...document, [field.name]: left });
    return;
  }
  const references = compiledSchema(collection).references.filter(({ name }) => isGiven(document, name));
  if (references.length < 2 || !field.optional) {
    removeDocument(data, collection, key);
    return;
  }
  const { [field.name]: _, ...others } = document;
  collection.documents.set(key, others);
}

function isGiven(document: StoredDocument, name: string): boolean {
  return document[name] !== undefined && document[name] !== null;
}
