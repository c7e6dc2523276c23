import type { StoredDocument } from "../../../domain/store/data";
import { collectionNamed, NodeRefusal } from "../../call";
import { relationOf } from "../joins/relation";
import type { Criterion, Hit, SortKey } from "./criterion";
import { parseSort, type SortClause } from "./parse";
import type { SortRules } from "./rules";

type Standardize = (clauses: readonly SortClause[], rules: SortRules) => Criterion[];

/** `$Collection(field:order)`: sorts by what is joined; of several, by the one that comes first. @throws NodeRefusal 400 */
export function joinedCriteria(
  { name: text }: SortClause,
  rules: SortRules,
  standardize: Standardize,
): Criterion[] {
  const { collection, filter } = rules;
  const open = text.indexOf("(");
  const name = text.slice(1, open);
  const joined = collectionNamed(filter.data, name);
  if (joined === undefined) {
    throw new NodeRefusal(400, `Referenced collection \`${name}\` in \`sort_by\` not found.`);
  }
  const relation = relationOf(collection, joined, filter.data);
  if (relation === null) {
    throw new NodeRefusal(400, `Failed to join on \`${joined.name}\`: No reference field found.`);
  }
  const found = new Map<unknown, StoredDocument[]>();
  for (const document of joined.documents.values()) {
    for (const value of relation.joinedValues(document)) {
      found.set(value, [...(found.get(value) ?? []), document]);
    }
  }
  const joinedTo = ({ document }: Hit) =>
    relation.ownValues(document).flatMap((value) => found.get(value) ?? []);
  const inner = { ...rules, collection: joined, filter: { ...filter, collection: joined } };
  return innerCriteria(text.slice(open + 1, -1), joined.name, (clauses) => standardize(clauses, inner)).map(
    (criterion) => ({
      ...criterion,
      keys: (hit) => {
        const keys = joinedTo(hit).map((document) => criterion.keys({ ...hit, document })[0]);
        return [extreme(keys, criterion.descending)];
      },
    }),
  );
}

function innerCriteria(
  text: string,
  name: string,
  standardize: (clauses: readonly SortClause[]) => Criterion[],
): Criterion[] {
  let clauses: SortClause[];
  try {
    clauses = parseSort(text);
  } catch (error) {
    if (!(error instanceof NodeRefusal)) throw error;
    throw new NodeRefusal(400, "Reference `sort_by` is malformed.");
  }
  try {
    return standardize(clauses);
  } catch (error) {
    if (!(error instanceof NodeRefusal)) throw error;
    throw new NodeRefusal(error.status, `Referenced collection \`${name}\`: ${error.message}`);
  }
}

function extreme(keys: readonly SortKey[], largest: boolean): SortKey {
  const [first, ...rest] = keys.filter((key): key is number | string => key !== undefined);
  return first === undefined
    ? undefined
    : rest.reduce((best, key) => ((largest ? key > best : key < best) ? key : best), first);
}
