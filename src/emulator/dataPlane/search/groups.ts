import type { StoredDocument } from "../../domain/store/data";
import { singles, valueAt } from "../documents/values";
import type { SearchPlan } from "./plan";
import type { Hit } from "./sort/criterion";

/** The group of a document: equal texts are one group. Those without any value are one, or each is its own. */
export function groupOf({
  collection,
  groupBy,
  args,
}: Pick<SearchPlan, "collection" | "groupBy" | "args">): (document: StoredDocument) => string {
  const nested = collection.enable_nested_fields;
  return (document) => {
    const values = groupBy.map((name) => singles(valueAt(document, name, nested)));
    const isMissing = values.every((list) => list.length === 0);
    if (isMissing && !args.flags.group_missing_values) return `id ${String(document.id)}`;
    return JSON.stringify(values);
  };
}

/** The values that `group_key` shows. */
export function groupKey({ collection, groupBy }: SearchPlan, document: StoredDocument): unknown[] {
  return groupBy.flatMap((name) => {
    const value = valueAt(document, name, collection.enable_nested_fields);
    return value === undefined ? [] : [value];
  });
}

/** How many of the hits each group has. */
export function groupSizes(
  hits: Iterable<Hit>,
  group: (document: StoredDocument) => string,
): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { document } of hits) {
    const key = group(document);
    sizes.set(key, (sizes.get(key) ?? 0) + 1);
  }
  return sizes;
}
