import { TerraformError } from "../../framework";
import type { Nodes } from "../../nodes";
import { countOf } from "../api/words";
import { removeOnNodes } from "../nodes";
import { called } from "./model";
import { protectedError } from "./plan";
import { ALLOW, type CollectionCall, type CollectionValues } from "./schema";

/** Deletes a collection, with no more documents than a plan has named (docs/design/laws.md#l2). */
export async function deleteCollection(call: CollectionCall, state: CollectionValues): Promise<void> {
  const what = called(state);
  // No plan could have refused the destroy of a tainted collection.
  if (state.deletion_protection === true) throw protectedError(what);
  await removeOnNodes(call, state, what, (nodes) => act(call, state, nodes));
}

async function act(call: CollectionCall, state: CollectionValues, nodes: Nodes): Promise<void> {
  const { signal, deadline } = call;
  const { name } = state;
  const { readCollection, deleteCollection: remove } = await import("../../nodes");
  const record = await readCollection(nodes, name, { signal });
  // Nor is a DELETE sent for a name that has become an alias: the server would delete what it stands for.
  if (!record) return;
  refuseUnnamed(call, state, record.num_documents);
  await remove(nodes, name, { signal, timeoutMs: Math.max(deadline - nodes.clock.now(), 1_000) });
}

/** @param documents null: the server does not say how many there are */
function refuseUnnamed(call: CollectionCall, state: CollectionValues, documents: number | null): void {
  const what = called(state);
  const named = call.privateState?.named;
  const isWithin = documents !== null && documents <= (named?.documents ?? 0);
  const isAllowed = named ? named.more : state.replacement === ALLOW;
  if (isWithin) return;
  const holds = documents === null ? "documents, whose number the server does not say" : countOf(documents);
  if (isAllowed) {
    if (named)
      call.warn(
        `${what} was deleted with ${holds}`,
        `When it was planned, it held ${countOf(named.documents)}.`,
      );
    return;
  }
  const before =
    named === undefined
      ? "no plan has said that they are dropped (Terraform does not tell a provider that it replaces a tainted instance)"
      : `when this was planned, it held ${countOf(named.documents)}`;
  throw new TerraformError(
    `${what} holds ${holds}`,
    `It was not deleted: ${before}. Plan again to see what is dropped, and apply that plan. A tainted collection stays with \`terraform ` +
      'untaint`, or is replaced together with its documents with replacement = "allow", applied before.',
  );
}
