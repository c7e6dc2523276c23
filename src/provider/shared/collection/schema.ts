import { FIELD_FLAGS, type FieldFlag } from "../../../api/dataPlane/fields";
import { block, type Call, checks, type Planning, t, type ValuesOf } from "../../../framework";
import { givenText } from "../../model/attributes";
import { isObject, jsonObject, sameJson } from "../../model/jsonText";
import { nodeKeyProblem } from "../../model/nodeUrl";
import type { NodePrivateState, NodeValues } from "../dataPlane";
import type { Service } from "../service";

const flag = (description: string) => ({ type: t.bool, mode: "optional", description }) as const;
const optionalText = (description: string) => ({ type: t.string, mode: "optional", description }) as const;

const flags = {
  facet: flag(
    "Whether searches can count its values. Numbers and booleans can be faceted too; vectors cannot. The default is false.",
  ),
  optional: flag(
    "Whether documents may omit it. The default is false, and true for patterns and for the type `auto`.",
  ),
  index: flag(
    "Whether it is indexed. A field that is not indexed is only stored, and cannot be a facet. The default is true.",
  ),
  sort: flag(
    "Whether results can be sorted by it. The default is true for numbers, booleans and geopoints, and false for strings. Other types cannot be sorted by.",
  ),
  infix: flag(
    "Whether a search finds parts from the middle of words. Needs much memory. The default is false.",
  ),
  stem: flag(
    "Whether words are reduced to their stems, so that `walking` finds `walk`. The default is false, and true with a `stem_dictionary` (the name of a `searchcloud_stemming_dictionary`) in `extra`.",
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
    "Language whose rules split a text into words, such as `ja`. The default is empty, which suits most languages that separate words by spaces.",
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
      'A JSON object with further properties of the field, such as `jsonencode({ vec_dist = "ip" })`. It is compared as JSON. The key of an embedding model ' +
      "belongs in `model_api_key_wo`, which is in no plan and no state. A credential in `extra` is stored in the state, and shown in plans unless it is a " +
      "sensitive value.",
    validators: [extraProblem],
  },
} as const;

export type FieldValues = ValuesOf<typeof fieldAttributes>;

/** The properties of a field that have attributes of their own; all others are in `extra`. */
export const NAMED_PROPERTIES = ["name", "type", ...FIELD_FLAGS, "locale", "num_dim", "reference"] as const;

/** Parses `extra`: the further properties of a configured field. */
export function extraOf({ extra }: Pick<FieldValues, "extra">): { readonly [property: string]: unknown } {
  if (extra === null) return {};
  try {
    const value: unknown = JSON.parse(extra);
    return isObject(value) ? value : {};
  } catch {
    // Validation rejects it, but a plan must not throw (docs/design/architecture.md#resources).
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
  // Servers also accept a string, but answer a list.
  const list = ["token_separators", "symbols_to_index"].find(
    (name) => name in extra && !Array.isArray(extra[name]),
  );
  if (list !== undefined) return `holds "${list}", which must be a list of characters, such as ["-"]`;
  return names.includes("drop") ? 'holds "drop": to drop a field, remove its block' : undefined;
}

/** The attributes of a schema that no PATCH changes. */
export const FIXED = [
  "default_sorting_field",
  "enable_nested_fields",
  "token_separators",
  "symbols_to_index",
  "voice_query_model",
] as const;

/** The attributes whose edits need another collection. */
export const REPLACING = ["cluster_id", "name", ...FIXED] as const;

const symbols = <const U extends string>(updatedBy: U, description: string) =>
  ({
    type: t.set(t.string),
    mode: "optional",
    updatedBy,
    description,
    validators: [checks.each(checks.notEmpty())],
  }) as const;

const sets = <const U extends string>(updatedBy: U, what: string, type: string) =>
  ({
    type: t.set(t.string),
    mode: "optional",
    updatedBy,
    description: `Names of the ${what} sets that its searches use, such as \`name\` of a \`${type}\`. Needs server version 30 or later.`,
    validators: [checks.each(checks.notEmpty())],
  }) as const;

/** The names of the updates that carry edits of a collection. */
interface SettingsUpdates<InPlace extends string, Another extends string> {
  /** The update of what a server changes in place. */
  readonly inPlace: InPlace;
  /** The update of what needs another collection. */
  readonly another: Another;
}

/** Returns the attributes that describe a collection, for every type that has one (docs/design/data-plane.md#collections). */
export function collectionSettings<const InPlace extends string, const Another extends string>({
  inPlace,
  another,
}: SettingsUpdates<InPlace, Another>) {
  return {
    field: block.set(fieldAttributes, {
      updatedBy: inPlace,
      description:
        "A field of the documents that is indexed. Attributes that are left out have the server's defaults. Edits of fields are sent in one PATCH, if the " +
        "server can make them at once, while the collection stays in service; the server reindexes the documents. It may reject an edit after it has carried " +
        "out a part: the provider then reads the collection and reports what changed.",
      minItems: 1,
    }),
    default_sorting_field: {
      type: t.string,
      mode: "optional",
      updatedBy: another,
      description:
        "Name of the field that orders results if a search does not set `sort_by`: a number, a boolean, or a string with `sort`, that every document has. " +
        "An edit of that field needs another collection too: a server that drops it no longer sorts by it, for good. Empty means none.",
    },
    enable_nested_fields: {
      type: t.bool,
      mode: "optional",
      updatedBy: another,
      description: "Whether fields may be objects, whose parts are indexed too. The default is false.",
    },
    token_separators: symbols(another, "Characters that separate words, besides spaces."),
    symbols_to_index: symbols(
      another,
      "Characters that are indexed as parts of words, such as `+` in `c++`.",
    ),
    synonym_sets: sets(inPlace, "synonym", "searchcloud_synonym_set"),
    curation_sets: sets(inPlace, "curation", "searchcloud_curation_set"),
    metadata: {
      type: t.string,
      mode: "optional_computed",
      updatedBy: inPlace,
      semanticallyEqual: sameJson,
      validators: [jsonObject],
      description:
        'A JSON object that the server keeps with the collection, best written with `jsonencode`. `"{}"` removes it. If it is left out, the existing ' +
        "metadata is not managed. The property `searchcloud_live_collection` is reserved. The server applies metadata before edits of fields, and keeps it if it rejects those.",
    },
    voice_query_model: {
      type: t.string,
      mode: "optional",
      updatedBy: another,
      validators: [checks.notEmpty()],
      description:
        "Name of the model that turns spoken searches into text, such as `ts/whisper/base.en`. An edit needs another collection.",
    },
    model_api_key_wo: {
      type: t.string,
      mode: "optional",
      writeOnly: true,
      alternative: "api_key in embed.model_config of the field's extra",
      description:
        "API key of the services whose models compute the vectors of fields. It is sent as `embed.model_config.api_key` of each field whose `extra` names a " +
        "model of such a service (`openai/…`, `azure/…`) and no credential of its own. Plan and state do not have it. An edit of the key alone is not " +
        "detected: edit `model_api_key_wo_version` with it. Models of `gcp` have other credentials, which belong in `extra`.",
      validators: [nodeKeyProblem],
    },
    model_api_key_wo_version: {
      type: t.number,
      mode: "optional",
      updatedBy: inPlace,
      description:
        "Version of `model_api_key_wo`, required with it: any number. An edit sends the key again. Servers accept another key only for a field that is dropped " +
        "and added again, so they reindex it; the plan shows the number of documents. They keep the vectors that they store with the documents, so the model " +
        "computes only those that are missing. After an import, the first version is stored without a request.",
    },
  } as const;
}

/** The values that describe a collection, with its nodes. */
export type CollectionSettings = NodeValues & { readonly name: string } & ValuesOf<
    ReturnType<typeof collectionSettings<"inPlace", "another">>
  >;
export type SettingsCall = Call<CollectionSettings, Service, NodePrivateState>;

/** A plan of any type with these values, which may have others too. */
export type SettingsPlanning = Omit<Planning<CollectionSettings, Service, NodePrivateState>, "changed"> & {
  readonly changed: readonly string[];
};
