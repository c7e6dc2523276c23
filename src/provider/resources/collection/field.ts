import { FIELD_FLAGS, type FieldFlag } from "../../../api/dataPlane/fields";
import { checks, t, type ValuesOf } from "../../../framework";
import { givenText } from "../../model/attributes";
import { isObject, jsonObject } from "../../model/jsonText";

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
