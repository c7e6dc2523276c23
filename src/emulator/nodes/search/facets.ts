import { NodeRefusal } from "../call";
import { fieldNamed, type Schema } from "../documents/schema";
import { singles, valueAt } from "../documents/values";
import type { StoredDocument } from "../record";

/** Characters of a facet's value that are stored (data-plane API, Limits). */
const MAX_VALUE_LENGTH = 255;

/** Reads `facet_by`. @throws NodeRefusal 404 in the server's words for a field that is no facet */
export function parseFacets(text: string | null, schema: Schema): readonly string[] {
  const names = (text ?? "").split(",").map((one) => one.trim());
  return names
    .filter((one) => one !== "")
    .map((name) => {
      if (fieldNamed(schema, name)?.facet) return name;
      throw new NodeRefusal(404, `Could not find a facet field named \`${name}\` in the schema.`);
    });
}

/** How many of the documents have which values, the most frequent first; of numbers, their least, greatest and sum too. */
export function facetCounts(
  documents: readonly StoredDocument[],
  name: string,
  schema: Schema,
  maxValues: number,
): unknown {
  const counts = new Map<string, number>();
  const numbers: number[] = [];
  for (const document of documents) {
    const values = singles(valueAt(document, name, schema.enable_nested_fields));
    for (const value of values) if (typeof value === "number") numbers.push(value);
    for (const text of new Set(values.map((value) => String(value).slice(0, MAX_VALUE_LENGTH)))) {
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  const order = [...counts].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
  return {
    counts: order.slice(0, maxValues).map(([value, count]) => ({ count, highlighted: value, value })),
    field_name: name,
    sampled: false,
    stats: { ...numberStats(numbers), total_values: counts.size },
  };
}

function numberStats(numbers: readonly number[]): object {
  if (numbers.length === 0) return {};
  let [min = 0] = numbers;
  let max = min;
  let sum = 0;
  for (const number of numbers) {
    min = Math.min(min, number);
    max = Math.max(max, number);
    sum += number;
  }
  return { min, max, sum, avg: sum / numbers.length };
}
