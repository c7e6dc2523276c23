import {
  block,
  type Call,
  checks,
  defineResourceSchema,
  type Planning,
  STATE_ONLY,
  t,
  type ValuesOf,
} from "../../framework";
import { givenName, givenText, TIMEOUTS_BLOCK, text, timeout } from "../api/attributes";
import { type NodePrivateState, nodeAttributes } from "../nodes";
import type { Service } from "../service";
import { fieldAttributes } from "./field";

export const TIMEOUTS = { create: "5m", update: "1h", delete: "10m" } as const;

/** Allows an edit that needs another collection, and drops the documents of this one. */
export const ALLOW = "allow";

/** Attributes whose edits need another collection. */
export const RECREATING = [
  "cluster_id",
  "name",
  "default_sorting_field",
  "enable_nested_fields",
  "token_separators",
  "symbols_to_index",
] as const;

const symbols = (description: string) =>
  ({
    type: t.set(t.string),
    mode: "optional",
    updatedBy: "recreate",
    description,
    validators: [checks.each(checks.notEmpty())],
  }) as const;

const sets = (what: string, type: string) =>
  ({
    type: t.set(t.string),
    mode: "optional",
    updatedBy: "alter",
    description: `Names of the ${what} sets that its searches use, such as \`name\` of a \`${type}\`. Needs a server from version 30 on.`,
    validators: [checks.each(checks.notEmpty())],
  }) as const;

/** The attributes of `searchcloud_collection` (docs/design/data-plane.md#collections). */
export const schema = defineResourceSchema({
  id: text("`cluster_id/name`, or the first of `node_urls` and `/name`."),
  ...nodeAttributes,
  cluster_id: { ...nodeAttributes.cluster_id, updatedBy: "recreate" },
  name: { ...givenName("Name of the collection."), mode: "required", updatedBy: "recreate" },
  field: block.set(fieldAttributes, {
    updatedBy: "alter",
    description:
      "A field of the documents that is indexed. What is left out is the server's default. One PATCH carries all edits of fields, while the collection " +
      "stays in service; the server indexes the documents again.",
    minItems: 1,
  }),
  default_sorting_field: {
    ...givenText(
      "Name of the field that orders results when a search does not say by what: a number (`int32`, `int64`, `float`) that every document has.",
    ),
    mode: "optional",
    updatedBy: "recreate",
  },
  enable_nested_fields: {
    type: t.bool,
    mode: "optional",
    updatedBy: "recreate",
    description: "Whether fields may be objects, whose parts are indexed too. The default is false.",
  },
  token_separators: symbols("Characters that separate words, beside blanks."),
  symbols_to_index: symbols("Characters that are indexed as parts of words, such as `+` in `c++`."),
  synonym_sets: sets("synonym", "searchcloud_synonym_set"),
  curation_sets: sets("curation", "searchcloud_curation_set"),
  replacement: {
    type: t.string,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "Whether an edit that needs another collection may drop this one together with its documents: `refuse` or `allow`. A collection without " +
      "documents is replaced in any case. The default is `refuse`.",
    validators: [checks.oneOf("refuse", ALLOW)],
  },
  deletion_protection: {
    type: t.bool,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "Whether Terraform refuses to delete this collection. Before a destroy, turn it off in an apply of its own. Stored by Terraform only. The default is false.",
  },
  timeouts: block(
    {
      create: timeout("How long a create may take, a duration. The default is `5m`."),
      update: timeout(
        "How long an edit may take, with the wait for an edit by somebody else, a duration. The default is `1h`.",
      ),
      delete: timeout("How long a delete may take, a duration. The default is `10m`."),
    },
    TIMEOUTS_BLOCK,
  ),
  created_at: text(
    "When the collection was created (RFC 3339), as its server said when it came into the state. Servers set it anew when they restart: it is no " +
      "identity, and stays as it is here.",
  ),
});

/** What is stored beside the state of a collection. */
export interface CollectionPrivateState extends NodePrivateState {
  /** The instance's own id: while its successor is planned, nothing else names it. */
  readonly id?: string;
  /** What its create chose at random; absent: another program made it, or an earlier version (docs/design/data-plane.md#identity). */
  readonly made?: string;
  /** The *prior* `deletion_protection` (docs/design/laws.md#l2). */
  readonly protected?: true;
  /** What the plan that deletes it has named: the delete drops no other documents. */
  readonly named?: NamedDocuments;
}

export interface NamedDocuments {
  /** Null: the plan could not count them. */
  readonly documents: number | null;
  /** Whether documents that have come since may be dropped too. */
  readonly more: boolean;
}

export type CollectionValues = ValuesOf<typeof schema>;
export type CollectionCall = Call<CollectionValues, Service, CollectionPrivateState>;
export type CollectionPlanning = Planning<CollectionValues, Service, CollectionPrivateState>;
