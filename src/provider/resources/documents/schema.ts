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
import { count, fixedText, givenName, givenText, text } from "../../model/attributes";
import { type NodePrivateState, nodeAttributes } from "../../shared/dataPlane";
import type { Service } from "../../shared/service";
import type { CollectionIdentity } from "./identity";
import { presentFileProblem, problemsOf, scannedText } from "./scan";

const { cluster_id, node_urls, api_key } = nodeAttributes;
const withoutUpdate = <const A extends { readonly updatedBy: string }>({ updatedBy: _, ...attribute }: A) =>
  attribute;

/** The attributes of `searchcloud_documents` (docs/design/data-plane.md#documents). */
export const documentsSchema = defineResourceSchema({
  id: text("`cluster_id/collection`, or the first of `node_urls` instead of the cluster."),
  ...nodeAttributes,
  collection: fixedText("Name of the collection that the documents go into, or of an alias of it."),
  file: {
    ...givenText(
      "Path of a file with one document (a JSON object) per line. A relative path begins in the folder in which Terraform runs. What counts is the " +
        "content: the same documents in another file plan nothing. The file is hashed " +
        "while Terraform plans, so it must be there by then, and must not change before the apply. Set this, `content` or `from`.",
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
          "Data-plane key that may export the collection. Another key imports nothing. The default is `data_api_key` of the provider.",
      },
      collection: {
        ...givenName("Name of the collection to copy from, or of an alias of it."),
        mode: "required",
      },
      filter_by: {
        ...givenText("Only documents that pass this filter, such as `in_stock:true`; without it, all."),
        mode: "optional",
      },
    },
    {
      updatedBy: "import",
      description:
        "Another collection to copy the documents from, here or on other nodes. They pass through this machine and are stored nowhere. Terraform does " +
        "not watch them: a change of `triggers` copies them again. Set this, `file` or `content`.",
    },
  ),
  action: {
    type: t.string,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "What becomes of a document, by its id: `upsert` creates it or replaces what is there. `create` leaves one that is there: it counts as imported when it is identical, and fails otherwise. `update` changes the " +
      "given fields of one that is there, `emplace` does that or creates it. The default is `upsert`. An edit applies to the next import.",
    validators: [checks.oneOf(...IMPORT_ACTIONS)],
  },
  batch_size: {
    type: t.number,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "Number of documents that the server indexes before it answers searches in between, from 1 to 10,000. The default is the server's, 40. " +
      "An edit applies to the next import.",
    validators: [checks.between(1, 10_000)],
  },
  triggers: {
    type: t.map(t.string),
    // Left out, it stays as it is: an entry that is removed imports nothing.
    mode: "optional_computed",
    updatedBy: "import",
    semanticallyEqual: isPartOf,
    description:
      "Any values; another value, or another entry, imports the documents again. One that is removed does not. A collection that this " +
      "configuration replaces needs none: take `collection` from its `name`, and the documents are imported into the new one by the same apply.",
  },
  content_hash: text(
    "SHA-256 of the file or the content in hexadecimal digits, as `filesha256` gives it; of `from`, a hash of its values without the key. Another one " +
      "imports the documents again.",
  ),
  num_imported: count(
    "Number of documents that the last import stored, including identical ones that `create` found there.",
  ),
  imported_at: text("When the last import ended (RFC 3339)."),
});

/** Whether all entries that are left are those from before. */
function isPartOf(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): boolean {
  return Object.entries(now).every(([name, value]) => before[name] === value);
}

/** What is stored beside the state. */
export interface DocumentsPrivateState extends NodePrivateState {
  /** The collection that the documents went into. */
  readonly into?: CollectionIdentity;
  /** The collection is created anew by the apply that was planned: the documents are to be imported again, and are not yet. */
  readonly again?: true;
  /** The last refresh has found another collection than that: what stood under the name then. The documents are to be imported again. */
  readonly other?: Destination;
}

/** Where documents are to go. */
export interface Destination {
  readonly name: string;
  /** Null: the server did not say. */
  readonly documents: number | null;
}

export type DocumentsValues = ValuesOf<typeof documentsSchema>;
export type DocumentsCall = Call<DocumentsValues, Service, DocumentsPrivateState>;
export type DocumentsPlanning = Planning<DocumentsValues, Service, DocumentsPrivateState>;
