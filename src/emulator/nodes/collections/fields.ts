import { FIELD_FLAGS, fieldDefaults, isDynamic } from "../../../api/dataPlane/fields";
import { isRecord } from "../../rules/fields";
import { NodeRefusal } from "../call";
import type { StoredField } from "../record";

const BASIC =
  /^(?:(?:string|int32|int64|float|bool|geopoint|object)(?:\[\])?|string\*|auto|geopolygon|image)$/;
const NUMERIC = /^(?:int32|int64|float)(?:\[\])?$/;
const SORTABLE = /^(?:string|int32|int64|float|bool|geopoint(?:\[\])?|geopolygon)$/;

const FORM =
  "Wrong format for `fields`. It should be an array of objects containing `name`, `type`, `optional` and `facet` properties.";

/** A field as a server stores it: each property as it was sent, or with its default. @throws NodeRefusal 400 */
export function storedField(given: unknown, nested: boolean): StoredField {
  if (!isRecord(given)) throw new NodeRefusal(400, FORM);
  const { name, type } = given;
  if (typeof name !== "string" || typeof type !== "string") throw new NodeRefusal(400, FORM);
  if (name === "") throw new NodeRefusal(400, "Field name cannot be empty.");
  if ("drop" in given) {
    const words = "it is allowed only during schema update.";
    throw new NodeRefusal(400, `Invalid property \`drop\` on field \`${name}\`: ${words}`);
  }
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const field: StoredField = {
    ...fieldDefaults({ name, type }),
    stem_dictionary: "",
    ...vectorDefaults(sent),
    ...sent,
    name,
    type,
  };
  const problem = fieldProblem(field, nested);
  if (problem !== null) throw new NodeRefusal(400, problem);
  return field;
}

/** What a field has only as a vector. */
function vectorDefaults({ num_dim }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (typeof num_dim !== "number" || num_dim <= 0) return {};
  return { vec_dist: "cosine", hnsw_params: { M: 16, ef_construction: 200 } };
}

function fieldProblem(field: StoredField, nested: boolean): string | null {
  const { name, type } = field;
  for (const flag of FIELD_FLAGS) {
    if (typeof field[flag] !== "boolean") {
      return `The \`${flag}\` property of the field \`${name}\` should be a boolean.`;
    }
  }
  if (typeof field.locale !== "string") {
    return `The \`locale\` property of the field \`${name}\` should be a string.`;
  }
  if (typeof field.reference !== "string") return "Reference should be a string.";
  if (!Number.isInteger(field.num_dim) || Number(field.num_dim) < 0) {
    return "Property `num_dim` must be a positive integer.";
  }
  if (!BASIC.test(type)) {
    return `Field \`${name}\` has an invalid data type \`${type}\`, see docs for supported data types.`;
  }
  return ofTypeProblem(field, nested);
}

/** What a type does not allow. */
function ofTypeProblem(field: StoredField, nested: boolean): string | null {
  const { name, type, num_dim } = field;
  if (field.stem === true && !/^string(\[\])?$/.test(type)) {
    return "The `stem` property is only allowed for string and string[] fields.";
  }
  if (field.range_index === true && !NUMERIC.test(type)) {
    return "The `range_index` property is only allowed for the numerical fields`";
  }
  if (type.startsWith("object") && !nested) {
    return "Type `object` or `object[]` can be used only when nested fields are enabled by setting` enable_nested_fields` to true.";
  }
  if (num_dim !== 0 && type !== "float[]")
    return "Property `num_dim` is only allowed on a float array field.";
  if (num_dim !== 0 && field.facet) return "Property `facet` is not allowed on a vector field.";
  if (isDynamic(field)) {
    if (!field.optional) return `Field \`${name}\` must be an optional field.`;
    if (name === ".*" && field.facet) return "Field `.*` cannot be a facet field.";
    if (name === ".*" && !field.index) return "Field `.*` must be an index field.";
    return null;
  }
  if (!field.index && field.facet) {
    return `Field \`${name}\` cannot be a facet since it's marked as non-indexable.`;
  }
  if (field.sort && !SORTABLE.test(type)) return `Field \`${name}\` cannot be a sortable field.`;
  return null;
}

/** What no schema may have: fields twice, or no field to sort by. @throws NodeRefusal 400 */
export function checkSchema(fields: readonly StoredField[], sorting: string): void {
  // A field whose type is found stands there once more, with that type.
  const names = fields.map((field) => `${isDynamic(field)} ${field.name}`);
  if (new Set(names).size < names.length) {
    throw new NodeRefusal(400, "There are duplicate field names in the schema.");
  }
  if (sorting === "") return;
  const found = fields.find(({ name }) => name === sorting);
  if (found === undefined) {
    const words = "but is not found in the schema.";
    throw new NodeRefusal(400, `Default sorting field is defined as \`${sorting}\` ${words}`);
  }
  if (!found.sort || !SORTABLE.test(found.type)) {
    throw new NodeRefusal(400, `Default sorting field \`${sorting}\` is not a sortable type.`);
  }
  if (found.optional) {
    throw new NodeRefusal(400, `Default sorting field \`${sorting}\` cannot be an optional field.`);
  }
}
