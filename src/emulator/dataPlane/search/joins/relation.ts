import type { ClusterData, StoredCollection, StoredDocument, StoredField } from "../../../domain/store/data";
import { singles, valueAt } from "../../documents/schema";

/** How two collections are joined: by a field of one with `reference` to a field of the other. */
export interface Relation {
  /** The values by which a document of the searched collection is joined. */
  readonly ownValues: (document: StoredDocument) => readonly unknown[];
  /** The values by which a document of the joined collection is joined. */
  readonly joinedValues: (document: StoredDocument) => readonly unknown[];
  /** Whether the field that refers is a list. */
  readonly isList: boolean;
  /** Whether the searched collection refers to the joined one, not the other way round. */
  readonly refers: boolean;
}

/** The relation between a collection and another one; null when neither refers to the other. */
export function relationOf(
  collection: StoredCollection,
  joined: StoredCollection,
  data: ClusterData,
): Relation | null {
  const own = referenceTo(joined, collection, data);
  if (own !== null) {
    return {
      ownValues: valuesAt(collection, own.field.name),
      joinedValues: valuesAt(joined, own.target),
      isList: own.field.type.endsWith("[]"),
      refers: true,
    };
  }
  const theirs = referenceTo(collection, joined, data);
  if (theirs === null) return null;
  return {
    ownValues: valuesAt(collection, theirs.target),
    joinedValues: valuesAt(joined, theirs.field.name),
    isList: theirs.field.type.endsWith("[]"),
    refers: false,
  };
}

function referenceTo(
  target: StoredCollection,
  { fields }: StoredCollection,
  data: ClusterData,
): { field: StoredField; target: string } | null {
  for (const field of fields) {
    if (typeof field.reference !== "string") continue;
    const dot = field.reference.indexOf(".");
    const name = field.reference.slice(0, dot);
    if (name === target.name || data.aliases.get(name) === target.name) {
      return { field, target: field.reference.slice(dot + 1) };
    }
  }
  return null;
}

function valuesAt(
  { enable_nested_fields: nested }: StoredCollection,
  name: string,
): (document: StoredDocument) => readonly unknown[] {
  return (document) => singles(valueAt(document, name, nested));
}
