import type { StoredCollection, StoredDocument } from "../record";
import type { Projection } from "./projection";

/** A document as it is answered: without the fields that the server does not store, and without what was not requested. */
export function documentAnswer(
  { fields }: Pick<StoredCollection, "fields">,
  document: StoredDocument,
  shown: Projection,
): StoredDocument {
  const indexedOnly = fields.filter(({ store }) => store === false).map(({ name }) => name);
  if (indexedOnly.length === 0) return shown(document);
  return shown(Object.fromEntries(Object.entries(document).filter(([name]) => !indexedOnly.includes(name))));
}
