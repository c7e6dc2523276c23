import type { StoredDocument } from "../../../domain/store/data";
import { documentAnswer } from "../../documents/answer";
import { projectionOf } from "../../documents/projection";
import type { FilterRules } from "../filter/compile";
import { joinerOf } from "./documents";

/** How a document is answered. */
export interface Shown {
  /** Of it, what was requested. */
  readonly own: (document: StoredDocument) => StoredDocument;
  /** That, with what is joined to it. @throws NodeRefusal 400 in the server's words */
  readonly whole: (document: StoredDocument) => StoredDocument;
}

/**
 * How documents are answered, by the entries of `include_fields` and `exclude_fields` and the joins of `filter_by`.
 * @throws NodeRefusal 400 in the server's words
 */
export function shownBy(
  rules: FilterRules,
  filterBy: string,
  includeFields: readonly string[],
  excludeFields: readonly string[],
): Shown {
  const { collection } = rules;
  const names = (all: readonly string[]) => all.filter((name) => !name.startsWith("$")).join(",");
  const projection = projectionOf(names(includeFields), names(excludeFields), collection);
  const own = (document: StoredDocument) => documentAnswer(collection, document, projection);
  const joiner = joinerOf(rules, filterBy, includeFields, excludeFields);
  if (joiner === null) return { own, whole: own };
  return { own, whole: (document) => ({ ...own(document), ...joiner(document) }) };
}
