import { NODE_OPERATIONS, type NodeOperationId } from "../../api/dataPlane/operations";
import type { AnyInput } from "./addressed";

/** One object, by its name or id; not what is below a collection. */
const OF_ONE = /^\/[^{]+\/\{(name|id)\}$/;
/** Servers resolve aliases in paths, so a collection that is read may have another name than was asked for. */
const RESOLVES_ALIASES: ReadonlySet<NodeOperationId> = new Set(["getCollection", "updateCollection"]);
/** What answers with the name as `id`. */
const NAMED_BY_ID: ReadonlySet<NodeOperationId> = new Set([
  "getKey",
  "deleteKey",
  "getStopwordsSet",
  "upsertStopwordsSet",
  "deleteStopwordsSet",
]);

/**
 * What an answer is about instead of the object that was asked for, as in `"other" instead of "shop"`; undefined: it does not say,
 * or it is that object. What a proxy has mixed up, or a server made up, is no answer (docs/design/laws.md#l1).
 */
export function otherObject(
  id: NodeOperationId,
  { path = {}, body }: AnyInput & { readonly body?: unknown },
  answer: unknown,
): string | undefined {
  const isCreate = id === "createCollection";
  if (RESOLVES_ALIASES.has(id) || (!isCreate && !OF_ONE.test(NODE_OPERATIONS[id].path))) return undefined;
  const asked = isCreate ? textOf(body, "name") : (path.name ?? path.id);
  const said = textOf(answer, NAMED_BY_ID.has(id) ? "id" : "name");
  if (asked === undefined || said === undefined || said.normalize() === asked.normalize()) return undefined;
  return `${JSON.stringify(said)} instead of ${JSON.stringify(asked)}`;
}

function textOf(value: unknown, name: string): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const part = (value as Readonly<Record<string, unknown>>)[name];
  return typeof part === "string" || typeof part === "number" ? String(part) : undefined;
}
