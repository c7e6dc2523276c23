import type { Assumptions } from "../../assumptions";
import { NodeRefusal } from "../call";
import { reindexed } from "../documents/reindex";
import type { ClusterData, StoredCollection, StoredField } from "../record";
import { alteredFields } from "./alter";
import { checkSets } from "./create";

const UPDATABLE = ["fields", "metadata", "synonym_sets", "curation_sets"];

/**
 * Changes a collection as the body of an update says: all of it, or nothing.
 * @param now epoch milliseconds
 * @throws NodeRefusal for what cannot be
 */
export function changeCollection(
  data: ClusterData,
  collection: StoredCollection,
  body: Readonly<Record<string, unknown>>,
  { collection_alter_seconds, alter_misfit_status, dropped_pattern_takes }: Assumptions,
  now: number,
): void {
  if (Object.keys(body).length === 0) throw new NodeRefusal(400, "Alter payload is empty.");
  if (!Object.keys(body).every((name) => UPDATABLE.includes(name))) {
    throw new NodeRefusal(400, "Only `fields`, `metadata` and `synonym_sets` can be updated at the moment.");
  }
  const changes: Partial<StoredCollection> = {
    ...("metadata" in body ? { metadata: metadataIn(body.metadata) } : {}),
    ...("synonym_sets" in body ? { synonym_sets: namesIn("synonym_sets", body.synonym_sets) } : {}),
    ...("curation_sets" in body ? { curation_sets: namesIn("curation_sets", body.curation_sets) } : {}),
  };
  checkSets(data, changes);
  if ("fields" in body) {
    const schema = {
      ...collection,
      fields: alteredFields(collection, body.fields, dropped_pattern_takes === "matching"),
    };
    changes.fields = fitting(schema, Number(alter_misfit_status));
    changes.alteringUntil = now + collection_alter_seconds * 1000;
  }
  Object.assign(collection, changes);
}

/** The altered fields, with those found in the documents. @throws NodeRefusal for documents that do not fit */
function fitting(altered: StoredCollection, status: number): readonly StoredField[] {
  try {
    return reindexed(altered, altered.documents.values());
  } catch (error) {
    throw error instanceof NodeRefusal ? new NodeRefusal(status, error.message) : error;
  }
}

function metadataIn(value: unknown): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new NodeRefusal(400, "The `metadata` value should be an object.");
}

function namesIn(property: string, value: unknown): string[] {
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
  throw new NodeRefusal(400, `The \`${property}\` value should be an array.`);
}
