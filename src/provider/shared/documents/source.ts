import { createHash } from "node:crypto";
import { isUnknown, type Plannable, UNKNOWN, type Unknown } from "../../../framework";
import { givenName, givenText } from "../../model/attributes";
import { capitalized, countOf } from "../../model/words";
import type { NodeValues } from "../dataPlane";
import { readFile, type Scan } from "./scan";

/** Another collection to copy documents from. */
export interface From extends NodeValues {
  readonly collection: string;
  readonly filter_by: string | null;
}

/** The attributes of a `from` block besides its nodes. */
export const copiedCollection = {
  collection: {
    ...givenName("Name of the collection to copy from, or of an alias of it."),
    mode: "required",
  },
  filter_by: {
    ...givenText("Filter of the documents to copy, such as `in_stock:true`. The default is all documents."),
    mode: "optional",
  },
} as const;

/** The source of documents. */
export type Source =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "content"; readonly text: string }
  | { readonly kind: "from"; readonly from: From };

interface Given {
  readonly file: string | null;
  readonly content: string | null;
  readonly from: From | null;
}

/** Returns the configured source; the first one of several, which validation rejects. Undefined: there is none. */
export function sourceOf(values: Given): Source | undefined;
export function sourceOf(values: Plannable<Given>): Source | Unknown | undefined;
export function sourceOf({ file, content, from }: Plannable<Given>): Source | Unknown | undefined {
  for (const value of [file, content, from]) if (isUnknown(value)) return UNKNOWN;
  if (typeof file === "string") return { kind: "file", path: file };
  if (typeof content === "string") return { kind: "content", text: content };
  return from === null || isUnknown(from) ? undefined : { kind: "from", from };
}

/** Reads the bytes of a file or string. */
export async function* bytesOf(source: Exclude<Source, { kind: "from" }>): AsyncGenerator<Uint8Array> {
  if (source.kind === "file") yield* readFile(source.path);
  else yield Buffer.from(source.text);
}

/** Hashes the values of a from block, without the key: another key reads the same documents. */
export function hashOfFrom({ cluster_id, node_urls, collection, filter_by }: From): string {
  const named = [cluster_id, node_urls && [...node_urls].sort(), collection, filter_by];
  return createHash("sha256").update(JSON.stringify(named)).digest("hex");
}

interface Collection extends Omit<NodeValues, "api_key"> {
  readonly collection: string;
}

/** Describes a collection: `collection "catalog" of cluster c-1`. */
export function describeDestination(
  { cluster_id, node_urls, collection }: Plannable<Collection>,
  at: "middle" | "capital" = "middle",
): string {
  const given = isUnknown(collection) ? "a collection that is not known yet" : `collection "${collection}"`;
  const name = at === "middle" ? given : capitalized(given);
  if (isUnknown(cluster_id) || isUnknown(node_urls)) return name;
  return `${name} of ${cluster_id === null ? (node_urls?.[0] ?? "its nodes") : `cluster ${cluster_id}`}`;
}

/** Describes the source of documents: "file catalog.jsonl". */
export function describeSource(source: Source, at: "middle" | "capital" = "middle"): string {
  const named = sourceName(source);
  return at === "middle" ? named : capitalized(named);
}

/** Returns the warning that another import duplicates documents without an id. */
export function doublesWarning(
  into: string,
  source: Source,
  { documents, withoutId }: Pick<Scan, "documents" | "withoutId">,
) {
  return {
    summary: `${withoutId} of ${countOf(documents)} for ${into} have no id`,
    detail:
      `The server chooses an id for each document of ${describeSource(source)} that has no "id". Importing these again stores them twice, and so does ` +
      'repeating an apply that was interrupted or failed. Give every document an "id", so that it is replaced instead.',
  };
}

function sourceName(source: Source): string {
  if (source.kind === "file") return `file ${source.path}`;
  return source.kind === "content" ? "the content" : describeDestination(source.from);
}
