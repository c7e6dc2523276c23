import type { NodeRequestQueries } from "../api/dataPlane/requests";
import { InterruptedError } from "../http/clock";
import { type ApiError, isApiError } from "../http/error";
import type { NodeInput, NodesClient, NodesTarget } from "./nodes";
import { withinDeadline } from "./request/times";

/** An operation of a node itself, which concerns no other node. */
export type Maintenance =
  | { readonly id: "createSnapshot"; readonly query: NodeRequestQueries["createSnapshot"] }
  | { readonly id: "compactDatabase" | "clearCache" };

/** The result at one node. */
export interface AtNode {
  readonly url: string;
  /** Null: done. */
  readonly error: ApiError | null;
}

/**
 * Does something at each node, one after the other, so that the others serve meanwhile. Each node gets one request: one that may have been
 * carried out is never sent again, because nothing shows whether it was. A node that fails does not keep the others from it.
 *
 * @throws InterruptedError between two nodes
 */
export async function* atEachNode(
  client: NodesClient,
  target: NodesTarget,
  { id, ...input }: Maintenance,
  { signal, deadline }: { readonly signal: AbortSignal; readonly deadline: number },
): AsyncGenerator<AtNode> {
  for (const url of target.urls) {
    if (signal.aborted) throw new InterruptedError(`working through the nodes of ${target.named}`);
    // A node of its own: the calls of several nodes choose one that answers.
    const node = client.at({ ...target, urls: [url], named: url });
    try {
      await node.call(id, input as NodeInput<typeof id>, { signal, ...withinDeadline(node, deadline) });
      yield { url, error: null };
    } catch (error) {
      if (!isApiError(error)) throw error;
      yield { url, error };
    }
  }
}
