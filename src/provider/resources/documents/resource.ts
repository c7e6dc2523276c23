import { define, type Problem, TerraformError, type Validator } from "../../../framework";
import { childId, type NodeValues, nodeValidators } from "../../shared/dataPlane";
import type { Service } from "../../shared/service";
import { importDocumentsInto } from "./import";
import { isImportDue, isReimportPending, planDocuments, warnThatDocumentsStay } from "./plan";
import { readDocuments } from "./read";
import { renameCollection } from "./rename";
import { type DocumentsPrivateState, type DocumentsValues, documentsSchema } from "./schema";

/** The rules that hold for any nodes. */
const documentsValidators: readonly Validator<DocumentsValues>[] = [
  ...nodeValidators,
  {
    reads: ["file", "content", "from"],
    check({ file, content, from }) {
      const given = Object.entries({ file, content, from }).filter(([, value]) => value !== null);
      if (given.length === 1) return undefined;
      const names = given.map(([name]) => name);
      return {
        path: names.slice(1, 2),
        summary: names.length === 0 ? "No documents to import" : `Both ${names[0]} and ${names[1]}`,
        detail:
          "Documents have one source: file names a file, content holds the documents themselves, a from block names another collection. " +
          (names.length === 0 ? "Set one of them." : "Keep one of them."),
      };
    },
  },
  {
    reads: ["from"],
    check: ({ from }) => (from ? insideFrom(nodeValidators.map(({ check }) => check(from))) : undefined),
  },
  {
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
  },
  {
    reads: ["cluster_id", "node_urls", "collection", "from"],
    check({ from, collection, ...target }) {
      if (from === null || from.collection !== collection || !areSameNodes(from, target)) return undefined;
      return {
        path: ["from", "collection"],
        summary: `Collection "${collection}" would be copied into itself`,
        detail: "The from block names the collection that the documents are imported into. Name another one.",
      };
    },
  },
];

/** Moves the problems of the attributes of the block to their paths. */
function insideFrom(found: readonly ReturnType<Validator<NodeValues>["check"]>[]): readonly Problem[] {
  const problems = found.flatMap((one): readonly Problem[] => (one === undefined ? [] : [one].flat()));
  return problems.map((problem) => ({ ...problem, path: ["from", ...problem.path] }));
}

function areSameNodes(a: Omit<NodeValues, "api_key">, b: Omit<NodeValues, "api_key">): boolean {
  if (a.cluster_id !== null || b.cluster_id !== null) return a.cluster_id === b.cluster_id;
  return (a.node_urls ?? []).some((url) => b.node_urls?.includes(url));
}

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
  validators: documentsValidators,
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
