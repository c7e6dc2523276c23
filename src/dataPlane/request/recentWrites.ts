import { NODE_OPERATIONS, type NodeOperationId } from "../../api/dataPlane/operations";
import { buildPath } from "../../http/urls";
import type { AnyInput } from "./addressed";

/** What one process has made and deleted at nodes, and when: some of them may not know of it yet. Milliseconds by its clock. */
export interface RecentWrites {
  /** Takes note of what a request has made or deleted, once a node has said that it is done. */
  note(urls: readonly string[], id: NodeOperationId, input: AnyInput, answer: unknown): void;
  /** Takes note of what a request may have deleted whose answer is lost: a node may go on showing it. */
  noteLost(urls: readonly string[], id: NodeOperationId, input: AnyInput): void;
  /** Takes note of a key that was made just now. */
  noteKey(value: string): void;
  /** Takes note that a node has opened to a key: what refuses it from then on does so for what the key allows. */
  noteAccepted(apiKey: string): void;
  /** When all nodes know a key that this run made; undefined: it made none. */
  keyKnownFrom(apiKey: string, catchUpMs: number): number | undefined;
  /** When something was made without which the request fails, but for its key; undefined: nothing was. */
  madeAt(urls: readonly string[], id: NodeOperationId, input: AnyInput): number | undefined;
  /** When what the request asks for was deleted; undefined: it was not, or it was made again since. */
  deletedAt(urls: readonly string[], id: NodeOperationId, input: AnyInput): number | undefined;
}

/**
 * Milliseconds for which a key is tried again that a node has acknowledged, where all refuse it: the leader knows it, and a key is also
 * refused for what it does not allow.
 */
const ACKNOWLEDGED_MS = 3_000;

/** Stands for anything that was made at a node. */
const ANYTHING = "*";

/**
 * @param now milliseconds
 * @param issuedAt when a key was issued by other means than these nodes; undefined: it was not, or by another process
 */
export function createRecentWrites(
  now: () => number,
  issuedAt: (apiKey: string) => number | undefined = () => undefined,
): RecentWrites {
  const made = new Map<string, number>();
  const deleted = new Map<string, number>();
  const keys = new Map<string, number>();
  const accepted = new Set<string>();
  const at = (url: string, path: string) => `${url} ${path}`;

  function newest(from: ReadonlyMap<string, number>, urls: readonly string[], paths: readonly string[]) {
    const found = urls.flatMap((url) => paths.flatMap((path) => from.get(at(url, path)) ?? []));
    return found.length === 0 ? undefined : Math.max(...found);
  }

  return {
    note(urls, id, input, answer) {
      const { method } = NODE_OPERATIONS[id];
      const path = madeBy(id, input, answer);
      if (path === undefined) return;
      const [to, from] = method === "DELETE" ? [deleted, made] : [made, deleted];
      for (const url of urls) {
        to.set(at(url, path), now());
        from.delete(at(url, path));
        if (method !== "DELETE") made.set(at(url, ANYTHING), now());
      }
    },
    noteLost(urls, id, input) {
      if (NODE_OPERATIONS[id].method !== "DELETE") return;
      for (const url of urls) deleted.set(at(url, pathOf(id, input)), now());
    },
    noteKey: (value) => void keys.set(value, now()),
    noteAccepted: (apiKey) => void accepted.add(apiKey),
    keyKnownFrom(apiKey, catchUpMs) {
      const [created, issued] = [keys.get(apiKey), issuedAt(apiKey)];
      const madeAt = created ?? issued;
      if (madeAt === undefined || accepted.has(apiKey)) return madeAt;
      return madeAt + (created === undefined ? catchUpMs : Math.min(catchUpMs, ACKNOWLEDGED_MS));
    },
    madeAt: (urls, id, input) => newest(made, urls, needs(id, input)),
    deletedAt: (urls, id, input) =>
      NODE_OPERATIONS[id].method === "GET" ? newest(deleted, urls, [pathOf(id, input)]) : undefined,
  };
}

function pathOf(id: NodeOperationId, { path = {} }: AnyInput): string {
  return buildPath(NODE_OPERATIONS[id].path, path);
}

/** The path of what a write makes or deletes as a whole. */
function madeBy(id: NodeOperationId, input: AnyInput, answer: unknown): string | undefined {
  const { method } = NODE_OPERATIONS[id];
  if (method === "PUT" || method === "DELETE") return pathOf(id, input);
  const { name, id: number } = answer as { readonly name?: unknown; readonly id?: unknown };
  if (id === "createCollection") return buildPath("/collections/{name}", { name: String(name) });
  if (id === "createKey") return buildPath("/keys/{id}", { id: String(number) });
  return undefined;
}

/** The paths of what a request cannot do without. A collection may be named by its alias. */
function needs(id: NodeOperationId, input: AnyInput): readonly string[] {
  const { kind, method, path } = NODE_OPERATIONS[id];
  const own = path.includes("{") ? [pathOf(id, input)] : [];
  const { name = "" } = input.path ?? {};
  const collection = path.startsWith("/collections/{name}")
    ? ["/collections/{name}", "/aliases/{name}"].map((one) => buildPath(one, { name }))
    : [];
  // A write may name anything in its body.
  const any = kind === "write" && method !== "DELETE" ? [ANYTHING] : [];
  return [...own, ...collection, ...any];
}
