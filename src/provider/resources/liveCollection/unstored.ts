import { isFoundBy } from "../../../api/dataPlane/fields";
import type { CollectionRecord } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { countOf } from "../../model/words";
import { describeLive } from "./model";
import type { PlanMessage } from "./planFacts";
import type { LiveCollectionValues } from "./schema";

/**
 * Returns the names of fields whose values a copy would lose: a server indexes the values of a field with `store: false`, and keeps
 * none of them in the documents that it exports. A field with `embed` is computed again.
 */
export function fieldsLost(
  { fields, num_documents: documents }: Pick<CollectionRecord, "fields" | "num_documents">,
  planned: LiveCollectionValues["field"],
): readonly string[] {
  if (documents === 0) return [];
  const stays = (name: string) => planned.some((field) => field.name === name || isFoundBy(name, field));
  return fields
    .filter(({ name, store, embed }) => store === false && !embed && stays(name))
    .map(({ name }) => name);
}

/** Returns the message about fields whose values a copy would lose; null: there are none. */
export function lostAtCopy(planned: LiveCollectionValues, record: CollectionRecord): PlanMessage | null {
  const names = fieldsLost(record, planned.field);
  if (names.length === 0) return null;
  const them = names.length === 1 ? "it" : "them";
  return {
    summary: `A new version of ${describeLive(planned)} would lose the values of ${names.join(", ")}`,
    detail:
      `With store = false, a server indexes a value and does not keep it with the document. Version "${record.name}" has ${record.num_documents === null ? "documents" : countOf(record.num_documents)}, and none that could be ` +
      `copied has ${names.join(", ")}: searches by ${them} would find nothing in the new version. Nothing was changed. Create another live collection with the planned schema, import ` +
      `the documents there from their source, and have applications use it. Or leave ${names.join(", ")} out of this edit if ${them === "it" ? "it is" : "they are"} not needed any more; ` +
      `a later edit in place can add ${them} for new documents.`,
  };
}

/** Refuses a copy that would lose values, before anything is created. */
export function refuseLost(planned: LiveCollectionValues, record: CollectionRecord): void {
  const message = lostAtCopy(planned, record);
  if (message) throw new TerraformError(message.summary, message.detail, ["field"]);
}
