import { define, TerraformError } from "../../../framework";
import { childId } from "../../shared/dataPlane";
import type { Service } from "../../shared/service";
import { isOwed } from "./destination";
import { importInto } from "./import";
import { isDue, planDocuments, warnThatDocumentsStay } from "./plan";
import { readDocuments } from "./read";
import { type DocumentsPrivateState, schema } from "./schema";
import { validators } from "./validators";

const NOT_IMPORTED =
  "What was imported into a collection cannot be told from what else is in it, so `searchcloud_documents` cannot be imported. Without an import, it " +
  "sends the documents once, and `upsert` leaves those that are there already as they are given.";

/** `searchcloud_documents`: documents that are brought into a collection (docs/design/data-plane.md#documents). */
export const documents = define<Service, DocumentsPrivateState>().resource({
  name: "documents",
  description:
    "Documents that are imported into a collection: once, and again when they are others. They are sent in requests of some thousand lines, and memory " +
    "does not grow with their number. What the server refuses is an error that names the lines; what it has taken stays. Terraform does not watch " +
    "the documents afterwards, and a destroy deletes none of them. An import that fails while it is being created is repeated as a whole by the " +
    "next apply, which is harmless where every document has an `id`.",
  schema,
  validators,
  updates: {
    import: {
      request: "POST /collections/{collection}/documents/import",
      due: (prior, stored, planned) => isDue(prior, planned, [], isOwed(stored)),
      makesUnknown: (prior, planned, changed, stored) =>
        isDue(prior, planned, changed, isOwed(stored)) ? ["num_imported", "imported_at"] : [],
      // The same documents in another place, or another key to them, are no reason to send anything.
      apply: async (call, { prior, planned, changed }) =>
        isDue(prior, planned, changed, isOwed(call.privateState)) ? importInto(call, planned) : {},
    },
  },
  plan: planDocuments,
  create: async (call, planned) => ({
    id: childId(planned, planned.collection),
    ...(await importInto(call, planned)),
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
