import { NODE_OPERATIONS } from "../../../api/dataPlane/operations";
import type { NamedKind, Nodes, OpenNodeRecord } from "../../../dataPlane";
import { failedAs } from "../../model/errors";
import { loadDataPlane } from "../service";
import { requireServer, type ServerNeed } from "./requireServer";

/** Returns the action that a key needs to list a kind of named records; null: none. */
export function listActionOf(kind: NamedKind): string | null {
  const operation = kind === "StemmingDictionary" ? "listStemmingDictionaries" : (`list${kind}s` as const);
  return NODE_OPERATIONS[operation].action;
}

/**
 * Lists the named records of a kind.
 *
 * @param need the servers that have the list: others answer 404
 * @param advice see `requireServer`
 * @throws TerraformError with the version of a server that lacks the list
 */
export async function listRecords(
  nodes: Nodes,
  kind: NamedKind,
  need: ServerNeed,
  { signal }: { readonly signal: AbortSignal },
  advice?: string,
): Promise<readonly OpenNodeRecord[]> {
  const { listNamed } = await loadDataPlane();
  try {
    return await listNamed(nodes, kind, { signal });
  } catch (error) {
    if (failedAs(error, "not_found") && need.from !== undefined)
      await requireServer(nodes, need, signal, advice);
    throw error;
  }
}
