import { isDeepStrictEqual } from "node:util";
import { isRecord } from "../../domain/rules/fields";
import type { StoredDocument, StoredField } from "../../domain/store/data";
import { NodeRefusalError } from "../call";
import type { CompiledSchema, Embedding } from "./schema";

/** The default dimensions: those of the smallest of the server's own models. */
const USUAL_SIZE = 384;

/** Returns the dimensions of a field. */
function vectorSize({ num_dim }: StoredField): number {
  return typeof num_dim === "number" && num_dim > 0 ? num_dim : USUAL_SIZE;
}

/** Returns a vector of length 1 for a string, instead of a model's. Strings that share words have similar vectors. */
export function embedded(text: string, size: number): number[] {
  const sum = new Array<number>(size).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text]) {
    let state = 2166136261;
    for (let at = 0; at < word.length; at += 1) state = Math.imul(state ^ word.charCodeAt(at), 16777619);
    for (let at = 0; at < size; at += 1) {
      // One step of xorshift for each number.
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      sum[at] = (sum[at] ?? 0) + (state | 0) / 2 ** 31;
    }
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((one) => Math.fround(one / length));
}

/**
 * Returns the document with its computed vectors: missing ones of a new document, and those of an updated one whose
 * sources have changed.
 * @param before the document before the update, or null
 * @throws NodeRefusalError 400 if a source is missing
 */
export function withVectors(
  { embeddings }: Pick<CompiledSchema, "embeddings">,
  document: StoredDocument,
  before: StoredDocument | null,
): StoredDocument {
  if (embeddings.length === 0) return document;
  const vectors = embeddings.flatMap(({ field, from }): [string, number[]][] => {
    if (before === null ? Object.hasOwn(document, field.name) : !isChanged(from, document, before)) return [];
    const text = textFrom({ field, from }, document);
    return text === "" ? [] : [[field.name, embedded(text, vectorSize(field))]];
  });
  return vectors.length === 0 ? document : { ...document, ...Object.fromEntries(vectors) };
}

function isChanged(from: readonly string[], document: StoredDocument, before: StoredDocument): boolean {
  const changed = from.some(
    (name) => Object.hasOwn(document, name) && !isDeepStrictEqual(document[name], before[name]),
  );
  if (!changed) return false;
  if (from.every((name) => Object.hasOwn(document, name) || Object.hasOwn(before, name))) return true;
  const words = "One or more of the fields to embed is missing in the both the old and new documents";
  throw new NodeRefusalError(400, words);
}

function textFrom({ field, from }: Embedding, document: StoredDocument): string {
  const { embed } = field;
  const config = isRecord(embed) && isRecord(embed.model_config) ? embed.model_config : {};
  const texts = from.flatMap((name) => document[name] ?? []).filter((one) => typeof one === "string");
  return texts.length === 0 ? "" : `${config.indexing_prefix ?? ""}${texts.join(" ")}`;
}
