import { define, type Problem, TerraformError, type Validator } from "../../../framework";
import { childId, type NodeValues, nodeValidators } from "../../shared/dataPlane";
import type { Service } from "../../shared/service";
import { importDocumentsInto } from "./import";
import { isImportDue, isReimportPending, planDocuments, warnThatDocumentsStay } from "./plan";
import { readDocuments } from "./read";
import { type DocumentsPrivateState, type DocumentsValues, documentsSchema } from "./schema";

/** What cannot be right, whatever the nodes say. */
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
          "The documents come from one place: file names a file, content is the documents themselves, a from block names another collection. " +
          (names.length === 0 ? "Set one of them." : "Keep one of them."),
      };
    },
  },
  {
    reads: ["from"],
    check: ({ from }) => (from ? insideFrom(nodeValidators.map(({ check }) => check(from))) : undefined),
  },
  {
    reads: ["cluster_id", "node_urls", "collection", "from"],
    check({ from, collection, ...target }) {
      if (from === null || from.collection !== collection || !areSameNodes(from, target)) return undefined;
      return {
        path: ["from", "collection"],
        summary: `Collection "${collection}" would be copied into itself`,
        detail: "The from block names the very collection that the documents go into. Name another one.",
      };
    },
  },
];

/** What is wrong with the parts of the block, at their places. */
function insideFrom(found: readonly ReturnType<Validator<NodeValues>["check"]>[]): readonly Problem[] {
  const problems = found.flatMap((one): readonly Problem[] => (one === undefined ? [] : [one].flat()));
  return problems.map((problem) => ({ ...problem, path: ["from", ...problem.path] }));
}

function areSameNodes(a: Omit<NodeValues, "api_key">, b: Omit<NodeValues, "api_key">): boolean {
  if (a.cluster_id !== null || b.cluster_id !== null) return a.cluster_id === b.cluster_id;
  return (a.node_urls ?? []).some((url) => b.node_urls?.includes(url));
}

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
  schema: documentsSchema,
  validators: documentsValidators,
  updates: {
    import: {
      request: "POST /collections/{collection}/documents/import",
      due: (prior, stored, planned) => isImportDue(prior, planned, [], isReimportPending(stored)),
      makesUnknown: (prior, planned, changed, stored) =>
        isImportDue(prior, planned, changed, isReimportPending(stored))
          ? ["num_imported", "imported_at"]
          : [],
      // The same documents in another place, or another key to them, are no reason to send anything.
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
