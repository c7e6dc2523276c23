import { isRecord } from "../../../domain/rules/fields";
import type { StoredField } from "../../../domain/store/data";
import { NodeRefusal } from "../../call";
import { embedded } from "../../documents/embed";
import type { VectorQuery } from "./parse";

/** The vector that a query names, or the one that the field computes for words. @throws NodeRefusal 400 in the server's words */
export function embeddedQuery({ values, queries, queryWeights }: VectorQuery, field: StoredField, q: string) {
  if (queries.length > 0) {
    if (!isEmbedded(field)) {
      throw new NodeRefusal(400, "`queries` parameter is only supported for auto-embedding fields.");
    }
    return weighted(
      queries.map((one) => queryVector(one, field)),
      queryWeights,
    );
  }
  return values.length === 0 && isEmbedded(field) ? queryVector(q, field) : values;
}

/** Whether a field computes its vectors from other fields. */
export function isEmbedded({ embed }: StoredField): boolean {
  return isRecord(embed) && Array.isArray(embed.from);
}

/** The vector of a query. */
export function queryVector(q: string, { embed, num_dim: size }: StoredField): number[] {
  const config = isRecord(embed) && isRecord(embed.model_config) ? embed.model_config : {};
  const prefix = typeof config.query_prefix === "string" ? config.query_prefix : "";
  return embedded(prefix + q, Number(size));
}

function weighted(vectors: readonly (readonly number[])[], weights: readonly number[]): number[] {
  const [first = []] = vectors;
  return first.map((_, place) =>
    vectors.reduce(
      (sum, vector, index) => sum + (vector[place] ?? 0) * (weights[index] ?? 1 / vectors.length),
      0,
    ),
  );
}
