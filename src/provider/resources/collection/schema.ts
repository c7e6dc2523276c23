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
import { givenName, TIMEOUTS_BLOCK, text, timeout } from "../../model/attributes";
import type { NamedDocuments } from "../../shared/collection/named";
import { collectionSettings } from "../../shared/collection/schema";
import { type NodePrivateState, nodeAttributes } from "../../shared/dataPlane";
import type { Service } from "../../shared/service";

export const COLLECTION_TIMEOUTS = { create: "5m", update: "1h", delete: "10m" } as const;

/** The value of `replacement` that allows an edit to drop the documents of this collection. */
export const ALLOW = "allow";

/** The attributes of `searchcloud_collection` (docs/design/data-plane.md#collections). */
export const collectionSchema = defineResourceSchema({
  id: text("`cluster_id/name`, or the first of `node_urls` and `/name`."),
  ...nodeAttributes,
  cluster_id: { ...nodeAttributes.cluster_id, updatedBy: "recreate" },
  name: { ...givenName("Name of the collection."), mode: "required", updatedBy: "recreate" },
  ...collectionSettings({ inPlace: "alter", another: "recreate" }),
  replacement: {
    type: t.string,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "Whether an edit that needs another collection may drop this one together with its documents: `refuse` or `allow`. An empty collection is always " +
      "replaced. The default is `refuse`.",
    validators: [checks.oneOf("refuse", ALLOW)],
  },
  deletion_protection: {
    type: t.bool,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "Whether Terraform refuses to delete this collection. Before a destroy, turn it off in a separate apply. Stored by Terraform only. The default is false.",
  },
  timeouts: block(
    {
      create: timeout("Time limit of a create, as a duration. The default is `5m`."),
      update: timeout(
        "Time limit of an edit, including the wait for an edit by somebody else, as a duration. The default is `1h`.",
      ),
      delete: timeout("Time limit of a delete, as a duration. The default is `10m`."),
    },
    TIMEOUTS_BLOCK,
  ),
  created_at: text(
    "When the collection was created (RFC 3339), as its server reported when it was first read. Servers reset their value when they restart, so this " +
      "one does not change afterwards.",
  ),
});

/** The private state of a collection. */
export interface CollectionPrivateState extends NodePrivateState {
  /** The id of this instance: while its successor is planned, nothing else identifies it. */
  readonly id?: string;
  /** A random id that its create chose; absent: another program or an earlier version created it (docs/design/data-plane.md#identity). */
  readonly made?: string;
  /** The *prior* `deletion_protection` (docs/design/laws.md#l2). */
  readonly protected?: true;
  /** The documents that the plan of its delete has shown: the delete drops no others. */
  readonly named?: NamedDocuments;
}

export type CollectionValues = ValuesOf<typeof collectionSchema>;
export type CollectionCall = Call<CollectionValues, Service, CollectionPrivateState>;
export type CollectionPlanning = Planning<CollectionValues, Service, CollectionPrivateState>;
