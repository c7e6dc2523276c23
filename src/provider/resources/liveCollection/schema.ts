import {
  block,
  type Call,
  checks,
  defineResourceSchema,
  type Planning,
  REPLACE,
  STATE_ONLY,
  t,
  type ValuesOf,
} from "../../../framework";
import { fixedText, givenText, TIMEOUTS_BLOCK, text, timeout } from "../../model/attributes";
import { collectionSettings } from "../../shared/collection/schema";
import { queryAttributes } from "../../shared/comparison/querySchema";
import { type NodePrivateState, nodeAttributes } from "../../shared/dataPlane";
import type { Service } from "../../shared/service";

export const LIVE_TIMEOUTS = { create: "5m", update: "12h", delete: "10m" } as const;

/** The default of `retain`. */
export const RETAIN = 1;
/** The most versions that are kept behind the live one. */
export const MOST_RETAINED = 3;

/** The steps at which an apply may have ended. */
export const STEPS = ["ready", "copying", "settling", "detached"] as const;
export type LiveStep = (typeof STEPS)[number];

/** The attributes of `searchcloud_live_collection` (docs/design/live-collections.md). */
export const liveCollectionSchema = defineResourceSchema({
  id: text("`cluster_id/name`, or the first of `node_urls` and `/name`."),
  ...nodeAttributes,
  cluster_id: { ...nodeAttributes.cluster_id, updatedBy: REPLACE },
  name: fixedText(
    "Name that applications search and write by: an alias, which always leads to the live version. No collection may have this name.",
  ),
  ...collectionSettings({ inPlace: "edit", another: "edit" }),
  updated_at_field: {
    ...givenText(
      "Name of a field with the time at which the application last wrote the document: an `int64` or `int32` that is indexed, in the old and in the new schema. " +
        "Every write must set it to the current time. An update finds by it the documents that were written during its copy. Without it, an update sees only documents " +
        "that are missing or deleted: edits of documents during the copy are lost.",
    ),
    mode: "optional",
    updatedBy: STATE_ONLY,
  },
  updated_at_unit: {
    type: t.string,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "Unit of `updated_at_field`, since 1970: `s` for seconds, `ms` for milliseconds. The default is `s`.",
    validators: [checks.oneOf("s", "ms")],
  },
  query: block.list(
    queryAttributes({
      namedBy: "`q` and `query_by`",
      candidate: "the new version",
      reference: "that of the live version",
      sent: "to both versions",
      sameTop: "The default is 0, because a new schema may change the order.",
    }),
    {
      updatedBy: STATE_ONLY,
      description:
        "A search that a new version must answer as the live one does, before the alias moves. Choose those that your users run most.",
    },
  ),
  retain: {
    type: t.number,
    mode: "optional",
    updatedBy: "edit",
    description: `Number of versions that are kept behind the live one, 0 to ${MOST_RETAINED}: the way back is then quick. The default is ${RETAIN}.`,
    validators: [checks.between(0, MOST_RETAINED)],
  },
  strategy: {
    type: t.string,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "How an edit of the schema is carried out: `auto` edits the live version in place where the server can, and makes a new version otherwise; `copy` always " +
      "makes a new version, so that no edit of fields holds back writes. The default is `auto`.",
    validators: [checks.oneOf("auto", "copy")],
  },
  keep_on_failure: {
    type: t.bool,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "Whether a new version whose documents or answers differ is kept for inspection. By default, it is deleted, and the live version stays live.",
  },
  deletion_protection: {
    type: t.bool,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "Whether Terraform refuses to delete the collection with its versions. Before a destroy, turn it off in a separate apply. Stored by Terraform only. The default is false.",
  },
  timeouts: block(
    {
      create: timeout(`Time limit of a create, as a duration. The default is \`${LIVE_TIMEOUTS.create}\`.`),
      update: timeout(
        `Time limit of an edit, including the copy of the documents, as a duration. The next apply resumes one that took longer. The default is \`${LIVE_TIMEOUTS.update}\`.`,
      ),
      delete: timeout(`Time limit of a delete, as a duration. The default is \`${LIVE_TIMEOUTS.delete}\`.`),
    },
    TIMEOUTS_BLOCK,
  ),
  collection_name: text("Name of the live version: the collection that the alias leads to."),
  versions: {
    type: t.nested.list({
      name: text("Name of the collection."),
      created_at: text("When it was created (RFC 3339), as its server reports it, or null."),
      documents: { type: t.number, mode: "computed", description: "Number of documents, or null." },
      live: { type: t.bool, mode: "computed", description: "Whether the alias leads to it." },
    }),
    mode: "computed",
    description: "The versions, the live one first, then the newest.",
  },
  step: text(
    "Work that is left for the next apply: `ready` (none); `copying` (a new version is being filled); `settling` (the alias has moved, and the last writes are being " +
      "carried over); `detached` (the alias, or the version that it should lead to, was changed outside of Terraform).",
  ),
});

/** A version as the state has it. */
export type VersionValues = NonNullable<LiveCollectionValues["versions"]>[number];

/** The documents of a version that a plan has shown: an apply deletes the version with no more. */
export interface NamedVersion {
  readonly name: string;
  /** Null: the plan could not count them. */
  readonly documents: number | null;
}

/** The private state of a live collection. */
export interface LivePrivateState extends NodePrivateState {
  /** The id of this instance: while its successor is planned, nothing else identifies it. */
  readonly id?: string;
  /** A random id that its create chose; absent: another program created it (docs/design/data-plane.md#identity). */
  readonly made?: string;
  /** The *prior* `deletion_protection` (docs/design/laws.md#l2). */
  readonly protected?: true;
  /** The versions whose deletion the plan has shown. Of a destroy, the live one may have got more documents since, if it held some. */
  readonly named?: readonly NamedVersion[];
  /** The steps that the plan has shown, in words: an apply takes no other. Absent: the plan could not read the versions. */
  readonly ways?: readonly string[];
  /** The retained versions with their documents when the last apply ended: one with others was filled by somebody. */
  readonly retired?: readonly NamedVersion[];
}

export type LiveCollectionValues = ValuesOf<typeof liveCollectionSchema>;
export type LiveCall = Call<LiveCollectionValues, Service, LivePrivateState>;
export type LivePlanning = Planning<LiveCollectionValues, Service, LivePrivateState>;
