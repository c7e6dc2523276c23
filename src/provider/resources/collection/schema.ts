import { FIELD_FLAGS, type FieldFlag } from "../../../api/dataPlane/fields";
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
import { givenName, givenText, TIMEOUTS_BLOCK, text, timeout } from "../../model/attributes";
import { isObject, jsonObject, sameJson } from "../../model/jsonText";
import { type NodePrivateState, nodeAttributes } from "../../shared/dataPlane";
import type { Service } from "../../shared/service";

const flag = (description: string) => ({ type: t.bool, mode: "optional", description }) as const;
const optionalText = (description: string) => ({ type: t.string, mode: "optional", description }) as const;

const flags = {
  facet: flag(
    "Whether searches can count its values. Numbers and bools can be faceted, too; vectors cannot. The default is false.",
  ),
  optional: flag(
    "Whether documents may lack it. The default is false, and true for patterns and for the type `auto`.",
  ),
  index: flag(
    "Whether it is indexed. One that is not is only stored, and cannot be a facet. The default is true.",
  ),
  sort: flag(
    "Whether results can be sorted by it. The default is true for numbers, bools and places, and false for strings. Other types cannot be sorted by.",
  ),
  infix: flag(
    "Whether a search may find parts from the middle of words. It takes much memory. The default is false.",
  ),
  stem: flag(
    "Whether words are reduced to their stems, so that `walking` finds `walk`. The default is false, and true with a `stem_dictionary` in `extra`.",
  ),
  store: flag("Whether the value is stored with the document. The default is true."),
  range_index: flag("Whether there is an index for filters by ranges. The default is false."),
} as const satisfies Record<FieldFlag, unknown>;

/** The attributes of a block `field` (docs/design/data-plane.md#collections). */
export const fieldAttributes = {
  name: {
    ...givenText("Name of the field, or a pattern such as `.*_facet` for all fields that match it."),
    mode: "required",
  },
  type: {
    ...givenText(
      "Type of the values: `string`, `int32`, `int64`, `float` or `bool`, each also as a list (`string[]`); `geopoint`, `geopoint[]`, `geopolygon`, `object`, `object[]`, `image`, `auto` or `string*`. A newer server may have more.",
    ),
    mode: "required",
  },
  ...flags,
  locale: optionalText(
    "Language whose rules split a text into words, such as `ja`. The default, which is empty, suits most languages that separate words by blanks.",
  ),
  num_dim: {
    type: t.number,
    mode: "optional",
    description: "Number of dimensions, which makes a `float[]` a vector. The default is 0: not a vector.",
    validators: [checks.between(0, 1_000_000)],
  },
  reference: optionalText("Field of another collection that this one refers to, for joins: `companies.id`."),
  extra: {
    type: t.string,
    mode: "optional",
    description:
      'A JSON object with whatever else the server knows about a field, such as `jsonencode({ vec_dist = "ip" })`. It is compared by what it means, and shown in plans: give a credential in it as a sensitive value.',
    validators: [extraProblem],
  },
} as const;

export type FieldValues = ValuesOf<typeof fieldAttributes>;

/** What a field consists of beside `extra`. */
export const NAMED_PROPERTIES = ["name", "type", ...FIELD_FLAGS, "locale", "num_dim", "reference"] as const;

/** What else a configuration says of a field. */
export function extraOf({ extra }: Pick<FieldValues, "extra">): { readonly [property: string]: unknown } {
  if (extra === null) return {};
  try {
    const value: unknown = JSON.parse(extra);
    return isObject(value) ? value : {};
  } catch {
    // Validation refuses it; a plan must bear it (docs/design/architecture.md#resources).
    return {};
  }
}

function extraProblem(text: string): string | undefined {
  const problem = jsonObject(text);
  if (problem !== undefined) return problem;
  const extra = extraOf({ extra: text });
  const names = Object.keys(extra);
  const own = names.find((name) => (NAMED_PROPERTIES as readonly string[]).includes(name));
  if (own !== undefined) return `holds "${own}", which is an attribute of the field: write it beside extra`;
  // Servers take a text, too, and answer a list.
  const list = ["token_separators", "symbols_to_index"].find(
    (name) => name in extra && !Array.isArray(extra[name]),
  );
  if (list !== undefined) return `holds "${list}" that is no list: write a list of characters, such as ["-"]`;
  return names.includes("drop") ? 'holds "drop": to drop a field, remove its block' : undefined;
}

export const COLLECTION_TIMEOUTS = { create: "5m", update: "1h", delete: "10m" } as const;

/** Allows an edit that needs another collection, and drops the documents of this one. */
export const ALLOW = "allow";

/** Attributes whose edits need another collection. */
export const REPLACING = [
  "cluster_id",
  "name",
  "default_sorting_field",
  "enable_nested_fields",
  "token_separators",
  "symbols_to_index",
  "voice_query_model",
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
export const collectionSchema = defineResourceSchema({
  id: text("`cluster_id/name`, or the first of `node_urls` and `/name`."),
  ...nodeAttributes,
  cluster_id: { ...nodeAttributes.cluster_id, updatedBy: "recreate" },
  name: { ...givenName("Name of the collection."), mode: "required", updatedBy: "recreate" },
  field: block.set(fieldAttributes, {
    updatedBy: "alter",
    description:
      "A field of the documents that is indexed. What is left out is the server's default. One PATCH carries all edits of fields that a server can make " +
      "at once, while the collection stays in service; the server indexes the documents again. It may refuse one after a part of it is done: the provider " +
      "then reads the collection and says what changed.",
    minItems: 1,
  }),
  default_sorting_field: {
    type: t.string,
    mode: "optional",
    updatedBy: "recreate",
    description:
      "Name of the field that orders results when a search does not say by what: a number, a bool, or a string with `sort`, that every document has. " +
      "An edit of that field needs another collection, too: a server that drops it forgets the name for good. Empty means none.",
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
  metadata: {
    type: t.string,
    mode: "optional_computed",
    updatedBy: "alter",
    semanticallyEqual: sameJson,
    validators: [jsonObject],
    description:
      'A JSON object that the server keeps with the collection, best written with `jsonencode`. `"{}"` is none. The default is to leave alone what is ' +
      "there. The server applies it before edits of fields, and keeps it when it refuses those.",
  },
  voice_query_model: {
    type: t.string,
    mode: "optional",
    updatedBy: "recreate",
    validators: [checks.notEmpty()],
    description:
      "Name of the model that turns spoken searches into text, such as `ts/whisper/base.en`. Another one is another collection: see `replacement`.",
  },
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

export type CollectionValues = ValuesOf<typeof collectionSchema>;
export type CollectionCall = Call<CollectionValues, Service, CollectionPrivateState>;
export type CollectionPlanning = Planning<CollectionValues, Service, CollectionPrivateState>;
