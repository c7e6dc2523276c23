import { isDynamic } from "../../../api/dataPlane/fields";
import type { StoredField } from "../../domain/store/data";
import { NodeRefusal } from "../call";
import { isText, type Schema } from "../documents/schema";

interface NameRules {
  /** Refuses what is neither text nor a vector. */
  readonly onlyText?: boolean;
  /** Whether an asterisk at the end stands for any ending. @default true */
  readonly wildcard?: boolean;
}

/**
 * The fields that a name of a parameter means: the field itself, those inside an object, or those that match a pattern.
 * @throws NodeRefusal in the server's words: 400 for a pattern or type that is not allowed, 404 for none
 */
export function fieldsMeant(
  name: string,
  { fields, enable_nested_fields: nested }: Schema,
  { onlyText = false, wildcard = true }: NameRules = {},
): string[] {
  if (name.startsWith("$") || name === "id") return [name];
  const isPattern = name.includes("*");
  if (isPattern && !wildcard) throw new NodeRefusal(400, `Pattern \`${name}\` is not allowed.`);
  const prefix = isPattern ? name.slice(0, -1) : name;
  const meant: string[] = [];
  for (const field of fields) {
    if (isDynamic(field) || !field.name.startsWith(prefix)) continue;
    const isObject = field.type.startsWith("object");
    const exact = field.name === name;
    const isEmbedding = isVector(field);
    if (onlyText && !isText(field) && !isEmbedding) {
      if (exact && !isObject && !isPattern) {
        throw new NodeRefusal(400, `Field \`${name}\` should be a string or a string array.`);
      }
      continue;
    }
    const isInside = nested && field.name.includes(".");
    if (!exact && !isPattern && !isInside) continue;
    const followsDot = nested && field.name.length > name.length && field.name[name.length] === ".";
    if ((exact && !isObject) || (isPattern && field.index) || (exact && isEmbedding) || followsDot) {
      meant.push(field.name);
    }
  }
  if (meant.length > 0) return meant;
  if (!isPattern) throw new NodeRefusal(404, `Could not find a field named \`${name}\` in the schema.`);
  // The message of a pattern breaks off on the server, too.
  const words = onlyText
    ? `No string or string array field found matching the pattern \`${name}\` in the schema.`
    : "No field found matching the pattern `";
  throw new NodeRefusal(404, words);
}

/** Whether a field holds vectors that can be searched. */
export function isVector(field: StoredField): boolean {
  return field.type === "float[]" && Number(field.num_dim ?? 0) > 0;
}
