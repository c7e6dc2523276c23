import { NodeRefusal } from "../call";
import { fieldNamed, isText, type Schema } from "../documents/schema";
import type { QueryField } from "./match";
import type { Parameters } from "./parameters";

/** Typos that are tolerated at most, and when nothing is said (data-plane API, Search parameters). */
const MAX_TYPOS = 2;
/** The weight of the first field; each that follows weighs one less. */
const FIRST_WEIGHT = 15;

/**
 * The fields of `query_by`, the earlier the heavier, with what holds for each of them.
 * @throws NodeRefusal in the server's words: 400, or 404 for a field that is not there
 */
export function queryFields(parameters: Parameters, schema: Schema): readonly QueryField[] {
  const names = (parameters.text("query_by") ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  const prefix = parameters.perField("prefix", names.length, "true", (text) => TRUTH[text] ?? null);
  const numTypos = parameters.perField("num_typos", names.length, String(MAX_TYPOS), (text) =>
    /^\d$/.test(text) ? Math.min(MAX_TYPOS, Number(text)) : null,
  );
  return names.flatMap((name, index) => {
    const weight = Math.max(1, FIRST_WEIGHT - index);
    const rest = { prefix: prefix[index] ?? true, numTypos: numTypos[index] ?? MAX_TYPOS, weight };
    return meant(name, schema).map((one) => ({ name: one, ...rest }));
  });
}

const TRUTH: Readonly<Record<string, boolean>> = { true: true, false: false };

/** The field of a name, or the texts inside of the object of that name. */
function meant(name: string, schema: Schema): readonly string[] {
  const { fields, enable_nested_fields: nested } = schema;
  const field = fieldNamed(schema, name);
  if (field !== undefined && isText(field)) {
    if (field.index) return [name];
    throw new NodeRefusal(400, `Field \`${name}\` is marked as a non-indexed field in the schema.`);
  }
  const inside = nested ? fields.filter((one) => one.name.startsWith(`${name}.`) && isText(one)) : [];
  if (inside.length > 0) return inside.map((one) => one.name);
  if (field !== undefined && !field.type.startsWith("object")) {
    throw new NodeRefusal(400, `Field \`${name}\` should be a string or a string array.`);
  }
  throw new NodeRefusal(404, `Could not find a field named \`${name}\` in the schema.`);
}
