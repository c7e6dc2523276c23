import { define, TerraformError, type Validator } from "../../../framework";
import { childId, nodeValidators } from "../../shared/dataPlane";
import { sourceValidators } from "../../shared/documents/validators";
import type { Service } from "../../shared/service";
import { importDocumentsInto } from "./import";
import { isImportDue, isReimportPending, planDocuments, warnThatDocumentsStay } from "./plan";
import { readDocuments } from "./read";
import { renameCollection } from "./rename";
import { type DocumentsPrivateState, type DocumentsValues, documentsSchema } from "./schema";

const oneKeyOfSource: Validator<DocumentsValues> = {
  reads: ["from"],
  check({ from }) {
    if (from === null || from.api_key === null || from.api_key_wo === null) return undefined;
    return {
      path: ["from", "api_key_wo"],
      summary: "Both api_key and api_key_wo in the from block",
      detail:
        "The nodes of the source get one key. Keep api_key_wo, which is not stored in the state, and remove api_key.",
    };
  },
};

const NOT_IMPORTED =
  "Imported documents cannot be distinguished from other documents of a collection, so `searchcloud_documents` cannot be imported. Without an import, " +
  "it sends the documents once, and `upsert` overwrites those that exist already.";

/** `searchcloud_documents`: documents that are imported into a collection (docs/design/data-plane.md#documents). */
export const documents = define<Service, DocumentsPrivateState>().resource({
  name: "documents",
  description:
    "Documents that are imported into a collection: once, and again when they change. They are sent in requests of some thousand lines, and memory " +
    "use does not grow with their number. If the server rejects documents, the error names the lines, and the others stay. Terraform does not track " +
    "the documents afterwards, and a destroy deletes none of them. If the import of a create fails, the next apply repeats it as a whole, which is " +
    "harmless if every document has an `id`.",
  schema: documentsSchema,
  validators: [...nodeValidators, ...sourceValidators, oneKeyOfSource],
  updates: {
    rename: renameCollection,
    import: {
      request: "POST /collections/{collection}/documents/import",
      due: (prior, stored, planned) => isImportDue(prior, planned, [], isReimportPending(stored)),
      makesUnknown: (prior, planned, changed, stored) =>
        isImportDue(prior, planned, changed, isReimportPending(stored))
          ? ["num_imported", "imported_at"]
          : [],
      // The same documents from another source, or with another key, are not sent again.
      apply: async (call, { prior, planned, changed }) =>
        isImportDue(prior, planned, changed, isReimportPending(call.privateState))
          ? importDocumentsInto(call, planned)
          : {},
    },
  },
  plan: planDocuments,
  create: async (call, planned) => ({
    id: childId(planned, planned.collection),
    ...(await importDocumentsInto(call, planned)),
  }),
  read: readDocuments,
  delete: async (call, state) => warnThatDocumentsStay(call, state),
  import: async (_, id) => {
    throw new TerraformError(
      "Imported documents cannot be imported into the state",
      `Nothing was imported for "${id}". ${NOT_IMPORTED}`,
    );
  },
  notImported: NOT_IMPORTED,
});
