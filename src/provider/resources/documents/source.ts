import { createHash } from "node:crypto";
import { isUnknown, type Plannable, UNKNOWN, type Unknown } from "../../../framework";
import { readFile } from "./files";
import type { DocumentsValues } from "./schema";

type From = NonNullable<DocumentsValues["from"]>;

/** Where documents come from. */
export type Source =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "content"; readonly text: string }
  | { readonly kind: "from"; readonly from: From };

type Given = Pick<DocumentsValues, "file" | "content" | "from">;

/** The source that is configured; of several, which validation refuses, the first. Undefined: none is. */
export function sourceOf(values: Given): Source | undefined;
export function sourceOf(values: Plannable<Given>): Source | Unknown | undefined;
export function sourceOf({ file, content, from }: Plannable<Given>): Source | Unknown | undefined {
  for (const value of [file, content, from]) if (isUnknown(value)) return UNKNOWN;
  if (typeof file === "string") return { kind: "file", path: file };
  if (typeof content === "string") return { kind: "content", text: content };
  return from === null || isUnknown(from) ? undefined : { kind: "from", from };
}

/** The bytes of a file or a text. */
export async function* bytesOf(source: Exclude<Source, { kind: "from" }>): AsyncGenerator<Uint8Array> {
  if (source.kind === "file") yield* readFile(source.path);
  else yield Buffer.from(source.text);
}

/** The hash of what names a collection to copy from; another key opens the same documents. */
export function hashOfFrom({ cluster_id, node_urls, collection, filter_by }: From): string {
  const named = [cluster_id, node_urls && [...node_urls].sort(), collection, filter_by];
  return createHash("sha256").update(JSON.stringify(named)).digest("hex");
}
