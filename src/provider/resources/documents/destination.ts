import type { CollectionRecord, Nodes } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { countIfKnown } from "../../model/words";
import { childId } from "../../shared/dataPlane";
import { readDestinationRecord } from "../../shared/documents/send";
import { describeDestination } from "../../shared/documents/source";
import { creationOf, isCreatedHere, isWrittenHere, recordWritten, versionsOf } from "../../shared/thisRun";
import { type Behind, type CollectionIdentity, identityOf, isAnotherVersion } from "./identity";
import type { DocumentsCall, DocumentsValues } from "./schema";

/**
 * Reads the identity of the collection that the documents go into; null if the key may not read it.
 * @throws TerraformError if the collection is missing, or is not the planned one.
 */
export async function readDestination(
  nodes: Nodes,
  planned: DocumentsValues,
  call: DocumentsCall,
): Promise<CollectionIdentity | null> {
  const record = await readDestinationRecord(nodes, planned.collection, call.signal);
  if (record === null) return null;
  refuseOtherDestination(call, planned, record);
  recordWritten(call.service, "documents", childId(planned, record.name));
  return identityOf(record, createdBy(call, planned, record));
}

/**
 * Refuses to import documents again into a collection that the plan did not expect: another one, because the alias has changed since, or
 * one that was empty and holds documents now. Changes that this run has made itself are expected.
 */
function refuseOtherDestination(
  { service, privateState }: Pick<DocumentsCall, "service" | "privateState">,
  planned: DocumentsValues,
  record: CollectionRecord,
): void {
  const { name, num_documents: documents } = record;
  const { into, again, other } = privateState ?? {};
  const id = childId(planned, name);
  if (isCreatedHere(service, id, into?.made)) return;
  const expected = other?.name ?? (again ? undefined : into?.name);
  if (expected !== undefined && expected !== name) {
    if (isWrittenHere(service, "alias", childId(planned, planned.collection))) return;
    // A live collection has been updated in between: its new version has the documents.
    if (
      into !== undefined &&
      other === undefined &&
      isAnotherVersion(into, record, behind({ service }, planned))
    )
      return;
    throw otherError(
      planned,
      `Its name refers to collection "${name}" now, and referred to "${expected}" when the import was planned.`,
    );
  }
  const isFilled = other?.documents === 0 && documents !== 0 && planned.action !== "create";
  if (!isFilled || isWrittenHere(service, "documents", id)) return;
  const holds = countIfKnown(documents);
  throw otherError(
    planned,
    `It was empty when the import was planned, and holds ${holds} now: those with the id of an imported document would be overwritten.`,
  );
}

function otherError(planned: DocumentsValues, why: string): TerraformError {
  return new TerraformError(
    `${describeDestination(planned, "capital")} has changed since the plan`,
    `${why} Nothing was sent. Plan again: the plan shows the current collection.`,
    ["collection"],
  );
}

/** Returns the id of the create that made a collection, if a create of this configuration did and this run knows it. */
export function createdBy(
  { service }: Pick<DocumentsCall, "service">,
  state: DocumentsValues,
  { name }: Pick<CollectionRecord, "name">,
): string | undefined {
  return creationOf(service, childId(state, name));
}

/** Returns the name by which the documents' collection is found, with its versions if this run knows it as a live collection. */
export function behind({ service }: Pick<DocumentsCall, "service">, state: DocumentsValues): Behind {
  const { collection: name } = state;
  return { name, versions: versionsOf(service, childId(state, name)) };
}
