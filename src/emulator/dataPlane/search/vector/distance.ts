import type { StoredDocument, StoredField } from "../../../domain/store/data";
import { isNumbers } from "./parse";

/** How far the vector of a document is from another one; null when it has none of that size. */
export type Distance = (document: StoredDocument) => number | null;

/** The distance of a field: 1 less the cosine of the angle, or 1 less the inner product. */
export function distanceTo(values: readonly number[], { name, vec_dist: kind }: StoredField): Distance {
  const length = kind === "ip" ? 1 : norm(values);
  return ({ [name]: vector }) => {
    if (!isNumbers(vector) || vector.length !== values.length) return null;
    const product = vector.reduce((sum, value, index) => sum + value * (values[index] ?? 0), 0);
    const size = kind === "ip" ? 1 : norm(vector) * length;
    return Math.fround(kind === "ip" ? 1 - product : Math.abs(1 - (size === 0 ? 0 : product / size)));
  };
}

function norm(vector: readonly number[]): number {
  return Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
}
