import type { StoredCollection, StoredField } from "../../../domain/store/data";
import { NodeRefusal } from "../../call";
import { fieldNamed, isText } from "../../documents/schema";
import type { SearchArguments } from "../arguments";
import { fieldsMeant } from "../fieldNames";
import { split } from "../values";

/** A field in which words are marked. */
export interface HighlightField {
  readonly field: StoredField;
  readonly full: boolean;
}

/** Which fields are highlighted: those that are named, or else those searched that are answered. */
export function highlightFields(
  { texts, queryBy, includeFields, excludeFields }: SearchArguments,
  collection: StoredCollection,
): HighlightField[] {
  const named = split(texts.highlight_fields);
  const full = new Set(split(texts.highlight_full_fields).flatMap((name) => meantBy(name, collection, true)));
  const names = (named.length > 0 ? named : queryBy).flatMap((name) => meantBy(name, collection, false));
  const included = new Set(includeFields.flatMap((name) => [name, ...meantBy(name, collection, false)]));
  const excluded = new Set(excludeFields.flatMap((name) => [name, ...meantBy(name, collection, false)]));
  const isShown = (name: string) => !excluded.has(name) && (included.size === 0 || included.has(name));
  return names.flatMap((name) => {
    const field = fieldNamed(collection, name);
    if (field === undefined || (named.length === 0 && !isShown(name))) return [];
    return [{ field, full: full.has(name) && isText(field) }];
  });
}

/** The fields of a name; none where the name means none. */
function meantBy(name: string, collection: StoredCollection, onlyText: boolean): string[] {
  try {
    return fieldsMeant(name, collection, { onlyText });
  } catch (error) {
    if (error instanceof NodeRefusal) return [];
    throw error;
  }
}
