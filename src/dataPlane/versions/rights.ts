import { isApiError } from "../../http/error";
import type { Nodes } from "../nodes";
import type { SyncContext } from "./sync";

/** Random bytes of an id that no document has. */
const ID_BYTES = 16;

/**
 * Checks that the key allows what an update sends only after the alias has moved: a 401 there would leave the last writes behind. Each
 * request names a document that nobody has, so it changes nothing. Without times of writes, nothing conditional is sent.
 *
 * @throws ApiError of the kind `auth`, which names the action
 */
export async function requireRights(ctx: SyncContext): Promise<void> {
  const { nodes, pair, updatedAt, signal } = ctx;
  const { id, query } = nobody(nodes);
  for (const name of [pair.from, pair.to])
    await nodes.call("getDocument", { path: { name, id } }, { signal }).catch((error: unknown) => {
      if (!isApiError(error, "not_found")) throw error;
    });
  if (updatedAt === null) return;
  const path = { name: pair.to };
  await requireFilter(ctx);
  const { num_deleted: deleted } = await nodes.call("deleteDocuments", { path, query }, { signal });
  if (deleted > 0) throw new FilterIgnoredError(pair.to, "DELETE", deleted);
}

/**
 * Checks that the server, or a proxy before it, does not ignore a filter of a write: after the alias has moved, such a write would change
 * every document. An empty body changes none. Only a version with documents shows it.
 *
 * @throws FilterIgnoredError, ApiError
 */
export async function requireFilter({ nodes, pair, updatedAt, signal }: SyncContext): Promise<void> {
  if (updatedAt === null) return;
  const input = { path: { name: pair.to }, query: nobody(nodes).query, body: {} };
  const { num_updated: updated } = await nodes.call("updateDocuments", input, { signal });
  if (updated > 0) throw new FilterIgnoredError(pair.to, "PATCH", updated);
}

/** Returns an id that no document has, and the filter for it. */
function nobody({ randomBytes }: Pick<Nodes, "randomBytes">) {
  const id = Buffer.from(randomBytes(ID_BYTES)).toString("hex");
  return { id, query: { filter_by: `id:=\`${id}\`` } };
}

/** A write by filter has matched documents that it does not name. */
class FilterIgnoredError extends Error {
  override readonly name = "FilterIgnoredError";
  readonly summary: string;
  readonly detail: string;

  constructor(collection: string, method: string, documents: number) {
    const summary = `A filter of documents in collection "${collection}" was ignored`;
    super(summary);
    this.summary = summary;
    this.detail =
      `A ${method} of a document that does not exist, by filter_by, has matched ${documents} documents. An update would overwrite newer documents. Check that no ` +
      "proxy removes the query of requests to the nodes, then apply again.";
  }
}
