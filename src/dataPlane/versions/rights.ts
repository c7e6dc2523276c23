import { isApiError } from "../../http/error";
import type { SyncContext } from "./sync";

/** Random bytes of an id that no document has. */
const ID_BYTES = 16;

/**
 * Checks that the key allows what an update sends only after the alias has moved: a 401 there would leave the last writes behind. Each
 * request names a document that nobody has, so it changes nothing. Without times of writes, nothing conditional is sent.
 *
 * @throws ApiError of the kind `auth`, which names the action
 */
export async function requireRights({ nodes, pair, updatedAt, signal }: SyncContext): Promise<void> {
  const id = Buffer.from(nodes.randomBytes(ID_BYTES)).toString("hex");
  const query = { filter_by: `id:=\`${id}\`` };
  for (const name of [pair.from, pair.to])
    await nodes.call("getDocument", { path: { name, id } }, { signal }).catch((error: unknown) => {
      if (!isApiError(error, "not_found")) throw error;
    });
  if (updatedAt === null) return;
  const path = { name: pair.to };
  await nodes.call("updateDocuments", { path, query, body: {} }, { signal });
  await nodes.call("deleteDocuments", { path, query }, { signal });
}
