import type { CollectionRecord, Nodes } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { failedAs } from "../../model/errors";
import { countOf } from "../../model/words";
import { childId } from "../../shared/dataPlane";
import { creationOf, isCreatedHere, isWrittenHere, recordWritten } from "../../shared/thisRun";
import { type CollectionIdentity, identityOf } from "./identity";
import type { DocumentsCall, DocumentsValues } from "./schema";
import { describeDestination } from "./source";

/**
 * What identifies the collection that the documents go into; null where the key may not look at it.
 * @throws TerraformError when there is no such collection.
 */
export async function readDestination(
  nodes: Nodes,
  planned: DocumentsValues,
  call: DocumentsCall,
): Promise<CollectionIdentity | null> {
  const { collection: name } = planned;
  try {
    const record = await unlessUnauthorized(
      nodes.call("getCollection", { path: { name } }, { signal: call.signal }),
    );
    if (record === null) return null;
    refuseOtherDestination(call, planned, record);
    recordWritten(call.service, "documents", childId(planned, record.name));
    return identityOf(record, createdBy(call, planned, record));
  } catch (error) {
    if (!failedAs(error, "not_found")) throw error;
    throw new TerraformError(
      `There is no collection "${name}" on ${nodes.target.named}`,
      "Nothing was sent. Check the name, or create the collection first: where this configuration does, take the name from it, as in collection = " +
        "searchcloud_collection.NAME.name.",
      ["collection"],
    );
  }
}

/**
 * Refuses to send documents again where the refresh before the plan has not seen them go: to another collection, because an alias leads
 * elsewhere since, or among documents of a collection that was empty. What this run has done itself is planned.
 */
function refuseOtherDestination(
  { service, privateState }: Pick<DocumentsCall, "service" | "privateState">,
  planned: DocumentsValues,
  { name, num_documents: documents }: CollectionRecord,
): void {
  const { into, again, other } = privateState ?? {};
  const id = childId(planned, name);
  if (isCreatedHere(service, id, into?.made)) return;
  const expected = other?.name ?? (again ? undefined : into?.name);
  if (expected !== undefined && expected !== name) {
    if (isWrittenHere(service, "alias", childId(planned, planned.collection))) return;
    throw otherError(
      planned,
      `Its name stands for collection "${name}" now, and stood for "${expected}" when the import was planned.`,
    );
  }
  const isFilled = other?.documents === 0 && documents !== 0 && planned.action !== "create";
  if (!isFilled || isWrittenHere(service, "documents", id)) return;
  const holds = documents === null ? "documents, whose number the server does not say" : countOf(documents);
  throw otherError(
    planned,
    `It held no documents when the import was planned, and holds ${holds} now: those with the id of an imported one would be overwritten.`,
  );
}

function otherError(planned: DocumentsValues, why: string): TerraformError {
  return new TerraformError(
    `${describeDestination(planned, "capital")} is not as it was planned`,
    `${why} Nothing was sent. Plan again: the plan says what the collection is now.`,
    ["collection"],
  );
}

/** Which create of this configuration made a collection, where this process knows it. */
export function createdBy(
  { service }: Pick<DocumentsCall, "service">,
  state: DocumentsValues,
  { name }: Pick<CollectionRecord, "name">,
): string | undefined {
  return creationOf(service, childId(state, name));
}

/** Null where the key may not look at collections: one that may import need not be one that may. */
export async function unlessUnauthorized(
  answer: Promise<CollectionRecord>,
): Promise<CollectionRecord | null> {
  try {
    return await answer;
  } catch (error) {
    if (failedAs(error, "auth")) return null;
    throw error;
  }
}
