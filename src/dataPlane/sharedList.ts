import { isApiError } from "../http/error";
import type { Nodes, NodesTarget } from "./nodes";

/** Milliseconds that a list may be old that a refresh reads from (docs/design/laws.md#l7). */
const MAX_AGE_MS = 120_000;

interface Read<T> {
  readonly at: number;
  readonly list: Promise<readonly T[]>;
}

/**
 * A list that everything which is refreshed on the same nodes shares. A failure reaches those that wait for it, and nobody
 * after them. To a key that may not list, the list is empty: it may read one by one.
 *
 * @param read one request for the list
 */
export function sharedList<T>(read: (nodes: Nodes, signal: AbortSignal) => Promise<readonly T[]>) {
  /** By the target, which the same nodes share whatever their patience; it belongs to one ConfigureProvider. */
  const lists = new WeakMap<NodesTarget, Read<T>>();
  return {
    /** The list, at most two minutes old. */
    get(nodes: Nodes, signal: AbortSignal): Promise<readonly T[]> {
      const now = nodes.clock.now();
      const found = lists.get(nodes.target);
      if (found && now - found.at < MAX_AGE_MS) return found.list;
      const list = read(nodes, signal).catch((error: unknown): readonly T[] => {
        if (isApiError(error, "auth")) return [];
        throw error;
      });
      lists.set(nodes.target, { at: now, list });
      list.catch(() => lists.delete(nodes.target));
      return list;
    },
    /** Whoever writes makes the next reader read anew. */
    forget(nodes: Nodes): void {
      lists.delete(nodes.target);
    },
  };
}
