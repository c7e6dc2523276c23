import type { CollectionRecord } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { countOf } from "../../model/words";
import { childId } from "../../shared/dataPlane";
import { isCreatedHere, isWrittenHere } from "../../shared/thisRun";
import type { DocumentsCall, DocumentsPrivateState, DocumentsValues } from "./schema";
import { collectionNamed } from "./words";

/** Whether documents that were imported are to be imported again for what is known of their collection. */
export function isOwed(stored: DocumentsPrivateState | undefined): boolean {
  return stored?.again === true || stored?.other !== undefined;
}

/**
 * Refuses to send documents again where the refresh before the plan has not seen them go: to another collection, because an alias leads
 * elsewhere since, or among documents of a collection that was empty. What this run has done itself is planned.
 */
export function refuseOtherDestination(
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
    `${collectionNamed(planned, "capital")} is not as it was planned`,
    `${why} Nothing was sent. Plan again: the plan says what the collection is now.`,
    ["collection"],
  );
}
