import { NODE_OPERATIONS, type NodeOperationId } from "../../api/dataPlane/operations";
import { buildPath } from "../../http/urls";
import type { AnyInput } from "./addressed";

/**
 * The recent creates and deletes of this process at nodes: some of them may not know them yet. In milliseconds of its clock.
 */
export interface RecentWrites {
  /** Records the effect of a request after a node has confirmed it. */
  note(urls: readonly string[], id: NodeOperationId, input: AnyInput, answer: unknown): void;
  /** Records the possible effect of a delete whose answer is lost: a node may still show the object. */
  noteLost(urls: readonly string[], id: NodeOperationId, input: AnyInput): void;
  /** Records a key that was just created. */
  noteKey(value: string): void;
  /** Records that a node has accepted a key: later rejections are about its permissions. */
  noteAccepted(apiKey: string): void;
  /** Returns when all nodes know a key of this run; undefined: it created none. */
  keyKnownFrom(apiKey: string, catchUpMs: number): number | undefined;
  /** Returns when an object was created that the request needs, except its key; undefined: none was. */
  madeAt(urls: readonly string[], id: NodeOperationId, input: AnyInput): number | undefined;
  /** Returns when the requested object was deleted; undefined: it was not, or was created again since. */
  deletedAt(urls: readonly string[], id: NodeOperationId, input: AnyInput): number | undefined;
}

/**
 * Milliseconds for which a key that a node has acknowledged is tried again although all reject it: the leader knows it, and a
 * key is also rejected for missing permissions.
 */
const ACKNOWLEDGED_MS = 3_000;

/** Stands for any object that was created at a node. */
const ANYTHING = "*";

/**
 * @param now milliseconds
 * @param issuedAt returns when a key was issued by other means than these nodes; undefined: it was not, or by another process
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

/** Returns the path of the object that a write creates or deletes. */
function madeBy(id: NodeOperationId, input: AnyInput, answer: unknown): string | undefined {
  const { method } = NODE_OPERATIONS[id];
  if (method === "PUT" || method === "DELETE") return pathOf(id, input);
  if (id === "importStemmingDictionary")
    return buildPath(NODE_OPERATIONS.getStemmingDictionary.path, { name: String(input.query?.id) });
  const { name, id: number } = answer as { readonly name?: unknown; readonly id?: unknown };
  if (id === "createCollection") return buildPath("/collections/{name}", { name: String(name) });
  if (id === "createKey") return buildPath("/keys/{id}", { id: String(number) });
  if (id === "createConversationModel" || id === "createNlSearchModel")
    return buildPath(`${NODE_OPERATIONS[id].path}/{name}`, { name: String(number) });
  return undefined;
}

/** Returns the paths of the objects that a request needs. A collection may be named by its alias. */
function needs(id: NodeOperationId, input: AnyInput): readonly string[] {
  const { kind, method, path } = NODE_OPERATIONS[id];
  const own = path.includes("{") ? [pathOf(id, input)] : [];
  const { name = "" } = input.path ?? {};
  const collection = path.startsWith("/collections/{name}")
    ? ["/collections/{name}", "/aliases/{name}"].map((one) => buildPath(one, { name }))
    : [];
  // A write may name any object in its body.
  const any = kind === "write" && method !== "DELETE" ? [ANYTHING] : [];
  return [...own, ...collection, ...any];
}
