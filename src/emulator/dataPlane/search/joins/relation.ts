import type { ClusterData, StoredCollection, StoredDocument, StoredField } from "../../../domain/store/data";
import { asList, valueAt } from "../../documents/schema";

/** The relation of two collections: a field of one has a `reference` to a field of the other. */
export interface Relation {
  /** Returns the values that join a document of the searched collection. */
  readonly ownValues: (document: StoredDocument) => readonly unknown[];
  /** Returns the values that join a document of the joined collection. */
  readonly joinedValues: (document: StoredDocument) => readonly unknown[];
  /** True if the referring field is a list. */
  readonly isList: boolean;
  /** True if the searched collection refers to the joined one, not the reverse. */
  readonly refers: boolean;
}

/** Finds the relation between two collections; null if neither refers to the other. */
export function findRelation(
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
  return (document) => asList(valueAt(document, name, nested));
}
