import type { OpenNodeRecord } from "../../api/dataPlane/records";
import type { OpenBody } from "../../api/dataPlane/requests";
import { isApiError } from "../../client";
import type { Nodes } from "../nodes";

/** What a server keeps by name, beside collections and aliases; as the operations name it. */
export type NamedKind = "SynonymSet" | "CurationSet" | "Preset" | "StopwordsSet" | "AnalyticsRule";

interface Options {
  readonly signal: AbortSignal;
}

/** The record, without the envelope that some answers have; null when there is none of this name. */
export async function readNamed(
  nodes: Nodes,
  kind: NamedKind,
  name: string,
  options: Options,
): Promise<OpenNodeRecord | null> {
  return nodes.call(`get${kind}`, { path: { name } }, options).catch((error: unknown) => {
    if (isApiError(error, "not_found") || isUnknownName(error)) return null;
    throw error;
  });
}

/** Creates the record, or replaces what it holds. */
export async function putNamed(
  nodes: Nodes,
  kind: NamedKind,
  name: string,
  body: OpenBody,
  options: Options,
): Promise<OpenNodeRecord> {
  return nodes.call(`upsert${kind}`, { path: { name }, body }, options);
}

/** Deletes the record. */
export async function deleteNamed(
  nodes: Nodes,
  kind: NamedKind,
  name: string,
  options: Options,
): Promise<void> {
  await nodes.call(`delete${kind}`, { path: { name } }, options).catch((error: unknown) => {
    if (!isUnknownName(error)) throw error;
  });
}

/** Servers answer 400 for an analytics rule that is not there (docs/design/api-assumptions.md#data-plane). */
function isUnknownName(error: unknown): boolean {
  return (
    isApiError(error) &&
    error.status === 400 &&
    error.failure.messages.some((message) => /\bnot found\b/i.test(message))
  );
}
