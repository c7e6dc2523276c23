import { EVERY_FIELD, fieldDefaults } from "../../../api/dataPlane/fields";
import type { StoredField } from "../../domain/store/data";
import { NodeRefusalError } from "../call";
import type { DirtyValues } from "./fit";
import { type Draft, type Flattened, flattened, foundField, typeOfValue } from "./flatten";
import { kindOf } from "./json/values";
import { type CompiledSchema, compiledSchema, type Schema } from "./schema";

/** The fields and values that the server finds in a document before it checks it. */
interface Detected {
  /** Fields that are missing in the schema. */
  readonly fields: readonly StoredField[];
  readonly flat: Flattened["values"];
  /** The reason if the document is rejected. Fields found before stay. */
  readonly refusal: NodeRefusalError | null;
}

const NOTHING: Detected = { fields: [], flat: new Map(), refusal: null };

/**
 * Returns the fields that the server finds in a document: those that a rule of the schema covers, and with
 * enable_nested_fields those inside objects. Values without a type are removed from the document if `dirty` says
 * so.
 */
export function detected(schema: Schema, document: Draft, dirty: DirtyValues, isUpdate: boolean): Detected {
  const known = compiledSchema(schema);
  const { rules, everyField, byName } = known;
  const infers = rules.length > 0 || everyField !== null;
  if (!infers && known.nested.length === 0) return NOTHING;
  const { enable_nested_fields: isNested } = schema;
  const fields = new Map<string, StoredField>();
  try {
    if (infers) {
      for (const name of Object.keys(document).sort()) {
        if (byName.has(name) || name === "id") continue;
        const found = resolved(known, document, name, dirty);
        if (found !== null && (isNested || !found.type.startsWith("object"))) fields.set(name, found);
      }
    }
    if (!isNested) return { ...NOTHING, fields: [...fields.values()] };
    const parents = [
      ...known.nested,
      ...[...fields.values()].filter(({ type }) => type.startsWith("object")),
    ];
    const { values, found } = flattened(document, parents, rules, isUpdate);
    for (const [name, field] of found) {
      if (field !== null && !byName.has(name) && !fields.has(name)) fields.set(name, field);
    }
    return { fields: [...fields.values()], flat: values, refusal: null };
  } catch (error) {
    if (!(error instanceof NodeRefusalError)) throw error;
    return { fields: [...fields.values()], flat: new Map(), refusal: error };
  }
}

/** Returns the field of a property that is not in the schema; null if there is none. @throws NodeRefusalError 400 */
function resolved(
  { rules, everyField }: CompiledSchema,
  document: Draft,
  name: string,
  dirty: DirtyValues,
): StoredField | null {
  const value = document[name];
  const rule = rules.find(({ applies }) => applies(name))?.field;
  if (rule !== undefined && name.includes(EVERY_FIELD)) return null;
  const by = rule ?? everyField;
  if (by === null || !by.index || name === EVERY_FIELD) return null;
  const isObject =
    rule !== undefined && kindOf(value) === "object" && rule.name.indexOf(EVERY_FIELD) === name.length;
  const type = isObject ? "object" : by.type;
  if (type !== "auto" && type !== "string*") return named(by, name, type);
  const found = typeOfValue(value);
  if (found === null) return withoutType(document, name, dirty);
  if (type === "auto") return named(by, name, found);
  return named(by, name, Array.isArray(value) ? "string[]" : "string");
}

function withoutType(document: Draft, name: string, dirty: DirtyValues): null {
  const value = document[name];
  if (Array.isArray(value) && value.length === 0) return null;
  if (value !== null && dirty.endsWith("reject")) {
    throw new NodeRefusalError(400, `Type of field \`${name}\` is invalid.`);
  }
  delete document[name];
  return null;
}

function named(by: StoredField, name: string, type: string): StoredField {
  if (by.name !== EVERY_FIELD || by.type === "string*") return foundField(by, name, type);
  return { ...by, ...fieldDefaults({ name, type }), name, type, optional: true };
}
