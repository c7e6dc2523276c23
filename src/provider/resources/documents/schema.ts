import { IMPORT_ACTIONS } from "../../../api/dataPlane/requests";
import {
  block,
  type Call,
  checks,
  defineResourceSchema,
  type Planning,
  STATE_ONLY,
  t,
  type ValuesOf,
} from "../../../framework";
import { count, givenName, givenText, text } from "../../model/attributes";
import { type NodePrivateState, nodeAttributes, withoutUpdate } from "../../shared/dataPlane";
import { presentFileProblem, problemsOf, scannedText } from "../../shared/documents/scan";
import { copiedCollection } from "../../shared/documents/source";
import type { Service } from "../../shared/service";
import type { CollectionIdentity } from "./identity";

const { cluster_id, node_urls, api_key } = nodeAttributes;

/** The attributes of `searchcloud_documents` (docs/design/data-plane.md#documents). */
export const documentsSchema = defineResourceSchema({
  id: text("`cluster_id/collection`, or the first of `node_urls` instead of the cluster."),
  ...nodeAttributes,
  collection: {
    ...givenName(
      "Name of the collection that the documents are imported into, or of an alias of it. Another name of the same collection is no reason to import them again.",
    ),
    mode: "required",
    updatedBy: "rename",
  },
  file: {
    ...givenText(
      "Path of a file with one document (a JSON object) per line. A relative path is relative to the folder in which Terraform runs. Only the content " +
        "counts: the same documents in another file are no change. The file is hashed at plan, so it must exist by then, and must not change before " +
        "the apply. Set this, `content` or `from`.",
    ),
    mode: "optional",
    updatedBy: "import",
    validators: [checks.notEmpty(), presentFileProblem],
  },
  content: {
    ...givenText(
      'The documents themselves: one JSON object per line, as in `join("\\n", [for d in local.documents : jsonencode(d)])`. Stored in the state.',
    ),
    mode: "optional",
    updatedBy: "import",
    validators: [checks.notEmpty(), (text: string) => problemsOf(scannedText(text))],
  },
  from: block(
    {
      cluster_id: {
        ...withoutUpdate(cluster_id),
        description: "Cluster reference ID of the cluster that has the collection. Set this or `node_urls`.",
      },
      node_urls: {
        ...withoutUpdate(node_urls),
        description:
          "URLs of the nodes that have the collection. Plain HTTP for loopback only. Set this or `cluster_id`.",
      },
      api_key: {
        ...withoutUpdate(api_key),
        description:
          "Data-plane key that may export the collection. It is stored in the state: `api_key_wo` is not. An edit imports nothing. The default is " +
          "`data_api_key` of the provider.",
      },
      api_key_wo: {
        type: t.string,
        mode: "optional",
        writeOnly: true,
        alternative: "api_key",
        description:
          "Data-plane key that may export the collection, instead of `api_key`. Neither plan nor state has it. It has no version: an import uses the key " +
          "that is configured at that moment, a refresh reads only the collection that the documents are in, and another key is no reason to import them again.",
        validators: api_key.validators,
      },
      ...copiedCollection,
    },
    {
      updatedBy: "import",
      description:
        "Another collection to copy the documents from, on the same or other nodes. They pass through this machine and are not stored on it. Terraform does " +
        "not track them: an edit of `triggers` copies them again. Set this, `file` or `content`.",
    },
  ),
  action: {
    type: t.string,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "How a document is written, by its id: `upsert` creates or replaces it. `create` does not change a document that exists: it counts as imported if it is identical, and fails otherwise. `update` changes the " +
      "given fields of a document that exists, `emplace` does that or creates it. The default is `upsert`. An edit applies to the next import.",
    validators: [checks.oneOf(...IMPORT_ACTIONS)],
  },
  batch_size: {
    type: t.number,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "Number of documents that the server indexes before it serves searches in between, from 1 to 10,000. The default is the server's, 40. " +
      "An edit applies to the next import.",
    validators: [checks.between(1, 10_000)],
  },
  triggers: {
    type: t.map(t.string),
    // Computed, so that it keeps its value if it is left out: removing it imports nothing.
    mode: "optional_computed",
    updatedBy: "import",
    semanticallyEqual: isPartOf,
    description:
      "Any values: a new entry or a changed value imports the documents again; removing one does not. No trigger is needed for a collection that this " +
      "configuration replaces: refer to its `name` in `collection`, and the same apply imports the documents into the new one.",
  },
  content_hash: text(
    "SHA-256 of the file or the content in hexadecimal digits, as `filesha256` returns it; for `from`, a hash of its values without the key. If it " +
      "changes, the documents are imported again.",
  ),
  num_imported: count(
    "Number of documents that the last import stored, including identical ones that `create` found.",
  ),
  imported_at: text("When the last import ended (RFC 3339)."),
});

/** True if all remaining entries are unchanged. */
function isPartOf(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): boolean {
  return Object.entries(now).every(([name, value]) => before[name] === value);
}

/** The private state of imported documents. */
export interface DocumentsPrivateState extends NodePrivateState {
  /** The collection that the documents were imported into. */
  readonly into?: CollectionIdentity;
  /** The planned apply creates the collection again, and the documents are not imported into it yet. */
  readonly again?: true;
  /** The planned name of the collection, if it leads to the one with the imported documents. */
  readonly renamed?: string;
  /** Another collection that the last refresh has found under the name: the documents are to be imported again. */
  readonly other?: Destination;
}

/** A collection that documents are to be imported into. */
export interface Destination {
  readonly name: string;
  /** Null: the server does not report it. */
  readonly documents: number | null;
}

export type DocumentsValues = ValuesOf<typeof documentsSchema>;
export type DocumentsCall = Call<DocumentsValues, Service, DocumentsPrivateState>;
export type DocumentsPlanning = Planning<DocumentsValues, Service, DocumentsPrivateState>;
