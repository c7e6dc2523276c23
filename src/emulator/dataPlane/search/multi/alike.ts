import { NodeRefusal } from "../../call";
import type { SearchResult } from "../result";
import type { Criterion } from "../sort/criterion";

/** Whether the last search of a union sorts by the same types in the same order as the first. @throws NodeRefusal 400 */
export function checkAlike(results: readonly SearchResult[], index: number): void {
  const [first] = results;
  const result = results[index];
  if (first === undefined || result === undefined || index === 0) return;
  if (first.criteria.length !== result.criteria.length) {
    const words =
      "Expected size of `sort_by` parameter of all searches to be equal. The first union search sorts on";
    const rest = `but the search at index \`${index}\` sorts on ${listed(result.criteria)}.`;
    throw new NodeRefusal(400, `${words} ${listed(first.criteria)} ${rest}`);
  }
  for (const [place, own] of result.criteria.entries()) {
    const other = first.criteria[place];
    if (other === undefined) continue;
    const where = `at search index \`${index}\``;
    if (own.type !== other.type) {
      const words = `Expected type of \`${own.name}\` sort_by (${own.type}) ${where} to be the same as the type of`;
      const rest = `\`${other.name}\` sort_by (${other.type}) at search index \`0\`.`;
      throw new NodeRefusal(400, `${words} ${rest}${hint(first, result)}`);
    }
    if (own.descending !== other.descending) {
      const words = `Expected order of \`${own.name}\` sort_by (${orderOf(own)}) ${where} to be the same as the order of`;
      throw new NodeRefusal(
        400,
        `${words} \`${other.name}\` sort_by (${orderOf(other)}) at search index \`0\`.`,
      );
    }
  }
}

function orderOf({ descending }: Criterion): string {
  return descending ? "DESC" : "ASC";
}

function listed(criteria: readonly Criterion[]): string {
  return `{${criteria.map(({ name, type }) => `\`${name}: ${type}\``).join(", ")}}`;
}

/** What to do about a default_sorting_field that is in the way. */
function hint(first: SearchResult, result: SearchResult): string {
  const [ownName, firstName] = [result, first].map(({ plan }) => plan.collection.name);
  const [own, other] = [result, first].map(
    ({ plan }) => plan.args.sortBy.length === 0 && plan.collection.default_sorting_field !== "",
  );
  const since = "Since union expects the searches to sort_by on the same type of fields, default sorting";
  if (own && other) {
    const words = `Both \`${ownName}\` and \`${firstName}\` collections have declared a default sorting field of different`;
    return ` ${words} type. ${since} fields of the collections should be removed.`;
  }
  if (!own && !other) return "";
  const name = own ? ownName : firstName;
  const words = `\`${name}\` collection has declared a default sorting field of different type.`;
  return ` ${words} ${since} field of the collection should be removed.`;
}
