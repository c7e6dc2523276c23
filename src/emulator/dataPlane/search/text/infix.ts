import type { StoredDocument } from "../../../domain/store/data";
import { NodeRefusal } from "../../call";
import { fieldNamed, textsAt } from "../../documents/schema";
import type { SearchPlan } from "../plan";
import { termsOf, tokenizerOf } from "./tokens";

/**
 * The documents in which the first word of a query stands within a word of a field that is searched so.
 * @param found how many were found without; what is a fallback is looked at only where it is 0
 * @throws NodeRefusal 400 in the server's words for a field without `infix`
 */
export function infixMatches(
  { collection, fields, query, args }: Pick<SearchPlan, "collection" | "fields" | "query" | "args">,
  found: number,
  isAllowed: (document: StoredDocument, key: string) => boolean,
): Set<string> {
  const keys = new Set<string>();
  const [wanted = ""] = query.words;
  const { max_extra_prefix: before, max_extra_suffix: after } = args.wholes;
  for (const { name, infix } of fields) {
    if (infix === "off" || (infix === "fallback" && found + keys.size > 0)) continue;
    const field = fieldNamed(collection, name);
    if (field?.infix !== true) {
      const words = "Make sure to enable infix search by specifying `infix: true` in the schema.";
      throw new NodeRefusal(400, `Could not find \`${name}\` in the infix index. ${words}`);
    }
    const tokenize = tokenizerOf(collection, field);
    const isIn = (term: string) => {
      const at = term.indexOf(wanted);
      return at >= 0 && at <= before && term.length - at - wanted.length <= after;
    };
    for (const [key, document] of collection.documents) {
      const texts = textsAt(document, name, collection.enable_nested_fields);
      if (texts.some((text) => termsOf(tokenize, text).some(isIn)) && isAllowed(document, key)) keys.add(key);
    }
  }
  return keys;
}
