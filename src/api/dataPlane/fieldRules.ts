import {
  EVERY_FIELD,
  FIELD_TYPES,
  type FieldSettings,
  fieldDefaults,
  isDynamic,
  isObjectType,
  isPattern,
  isSortable,
} from "./fields";

/**
 * A reason why no field can be as configured, whatever the documents hold. A server that creates a collection rejects such a
 * field. One that alters a collection may reject it only after it has carried out a part, and then accepts neither documents
 * nor further fields (docs/design/data-plane.md#alteration). Pure data and text: constructs import it.
 */
export interface FieldProblem {
  /** The given value, as in "got sort on string[]". */
  readonly got: string;
  /** The rule, as in "but results can be sorted by …". */
  readonly but: string;
  /** The fix, as an imperative. */
  readonly fix: string;
}

/** A field as it is sent; missing attributes have the server's defaults. */
interface GivenField {
  readonly name: string;
  readonly type: string;
  readonly [attribute: string]: unknown;
}

type Settled = GivenField & FieldSettings;

interface Rule extends Omit<FieldProblem, "got"> {
  /** True if a server that alters a collection finds the problem only after it has done the rest. */
  readonly late?: true;
  readonly got: (field: Settled) => string;
  readonly breaks: (field: Settled, given: GivenField) => boolean;
}

const NUMBERS: readonly string[] = ["int32", "int32[]", "int64", "int64[]", "float", "float[]"];
const TEXTS: readonly string[] = ["string", "string[]"];

const RULES: readonly Rule[] = [
  {
    // A part of an object need not be optional, although its type is found.
    breaks: (field) =>
      isDynamic(field) && !field.optional && (isPattern(field.name) || !field.name.includes(".")),
    got: ({ name, type }) =>
      isPattern(name) ? "a pattern that is required" : `type ${type} that is required`,
    but: "the server finds such fields in documents, of which any may lack them",
    late: true,
    fix: "leave optional out, or set it to true",
  },
  {
    breaks: ({ facet, index }) => facet && !index,
    got: () => "a facet without an index",
    but: "facets are counted from the index",
    late: true,
    fix: "leave out facet, or index = false",
  },
  {
    breaks: ({ name, facet }) => name === EVERY_FIELD && facet,
    got: () => "a facet on all fields",
    but: "`.*` cannot be a facet",
    fix: "leave facet out, and add the fields that are counted, or a pattern such as `.*_facet`",
  },
  {
    breaks: ({ name, index }) => name === EVERY_FIELD && !index,
    got: () => "all fields without an index",
    but: "`.*` has to be indexed",
    fix: "leave index out",
  },
  {
    breaks: ({ sort, num_dim: dimensions }) => sort && dimensions > 0,
    got: () => "sort on a vector",
    but: "results cannot be sorted by it",
    fix: "leave sort out",
  },
  {
    breaks: ({ type, sort }) => sort && !isSortable(type),
    got: ({ type }) => `sort on ${type}`,
    but: "results are sorted by one value of a document: a string, a number, a bool or a place",
    late: true,
    fix: "leave sort out, or choose another type",
  },
  {
    breaks: ({ type, sort, name }) => name !== EVERY_FIELD && !sort && type.startsWith("geo"),
    got: ({ type }) => `sort = false on ${type}`,
    but: "searches for places need it",
    fix: "leave sort out",
  },
  {
    breaks: ({ type, range_index: ranges }) => ranges && !NUMBERS.includes(type),
    got: ({ type }) => `a range index on ${type}`,
    but: "only numbers have ranges",
    fix: "leave it out",
  },
  {
    breaks: ({ type, stem }, given) => stem && given.stem === true && !TEXTS.includes(type),
    got: ({ type }) => `stem on ${type}`,
    but: "only the types string and string[] have words",
    fix: "leave stem out",
  },
  {
    breaks: (field, given) => given.stem === false && fieldDefaults(field).stem,
    got: () => "a stem dictionary with stem = false",
    but: "a dictionary turns stemming on",
    fix: "leave out stem, or the dictionary",
  },
  {
    breaks: ({ type, num_dim: dimensions }) => dimensions > 0 && type !== "float[]",
    got: ({ type }) => `dimensions on ${type}`,
    but: "vectors have the type float[]",
    fix: "leave the dimensions out, or change the type",
  },
  {
    breaks: ({ facet, num_dim: dimensions }) => facet && dimensions > 0,
    got: () => "a facet on a vector",
    but: "vectors cannot be counted",
    fix: "leave facet out",
  },
  {
    breaks: ({ name, reference }) => reference !== "" && isPattern(name),
    got: () => "a reference of a pattern",
    but: "only a field of one name refers to another collection",
    fix: "leave reference out",
  },
];

/**
 * Returns the first rule that a field breaks. Attributes that are null, undefined or not plain values yet have their defaults.
 */
export function fieldProblem(given: GivenField): FieldProblem | undefined {
  const field = settled(given);
  const rule = RULES.find(({ breaks }) => breaks(field, given));
  return rule && { got: rule.got(field), but: rule.but, fix: rule.fix };
}

/** Returns the fields that only an alteration that was rejected halfway can leave behind, including duplicates. */
export function damagedFields(fields: readonly GivenField[]): string[] {
  const twins = fields.filter((field, place) => {
    const first = fields.findIndex((one) => one.name === field.name && isDynamic(one) === isDynamic(field));
    return first !== place;
  });
  const broken = fields.filter((given) =>
    RULES.some(({ late, breaks }) => late && breaks(settled(given), given)),
  );
  return [...new Set([...twins, ...broken].map(({ name }) => name))];
}

/** Returns why a field cannot be the default order of results. */
export function defaultSortingProblem(given: GivenField): FieldProblem | undefined {
  const { type, sort, optional } = settled(given);
  if (optional) {
    const but = "results are ordered by a value that every document has";
    return { got: "an optional field", but, fix: "leave optional out, or name another field" };
  }
  if (sort && isSortable(type) && !type.startsWith("geo")) return undefined;
  return {
    got: sort || type === "string" ? `a field of type ${type}` : `a field of type ${type} without sort`,
    but: "results are ordered by a number, a bool, or a string with sort = true",
    fix: "name a field that is sorted, such as one of type int32 or float",
  };
}

/** Returns why an object cannot be a field of a collection without nested fields. */
export function nestingProblem(
  { type }: Pick<GivenField, "type">,
  nested: boolean,
): FieldProblem | undefined {
  if (nested || !isObjectType(type)) return undefined;
  return {
    got: `type ${type}`,
    but: "the collection does not enable nested fields, without which there are no objects",
    fix: "enable nested fields, which an existing collection cannot do in place",
  };
}

/** True if servers up to version 30 have this type. Newer ones may have more. */
export function isKnownType(type: string): boolean {
  return (FIELD_TYPES as readonly string[]).includes(type);
}

function settled(given: GivenField): Settled {
  const defaults = fieldDefaults(given);
  const plain = Object.entries(defaults).map(([name, value]) => [
    name,
    typeof given[name] === typeof value ? given[name] : value,
  ]);
  return { ...given, ...(Object.fromEntries(plain) as FieldSettings), name: given.name, type: given.type };
}
