import { compareVersions } from "../../api/versions";
import { parseJson } from "../domain/rules/body";
import { isRecord } from "../domain/rules/fields";
import type { StoredCluster } from "../domain/store/cluster";
import type { ClusterData, Embedded, NodeKey, StoredCollection } from "../domain/store/data";
import type { World } from "../domain/world";

/** A request to a node that its key allows. */
export interface NodeCall {
  readonly world: World;
  readonly cluster: StoredCluster;
  readonly data: ClusterData;
  readonly hostname: string;
  /** Null for the operation that needs none. */
  readonly key: NodeKey | null;
  /** The parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** With the parameters that a scoped search key embeds, which win; the two `filter_by` are joined. Of `multiSearch`: without. */
  readonly query: URLSearchParams;
  /** Of `multiSearch`: what the key of each search embeds, in their order (`withEmbedded`). */
  readonly embedded: readonly Embedded[];
  readonly body: NodeBody;
  /** Epoch milliseconds of the emulator's clock on arrival. */
  readonly now: number;
}

/** The body of a request to a node. */
export interface NodeBody {
  /** All of it; empty for the operation that streams. */
  readonly text: string;
  /** Its lines without their ends, of any number, as they arrive: some at a time. An empty last line is none. */
  lines(): AsyncIterable<readonly string[]>;
}

/** An answer: a JSON value, or lines of text that are sent as they come, some at a time. */
export type NodeReply =
  | { readonly status: number; readonly json: unknown }
  | {
      readonly status: number;
      readonly lines: AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
    };

export type NodeHandler = (call: NodeCall) => NodeReply | Promise<NodeReply>;

/** A request that a node answers with `{ "message": … }`. */
export class NodeRefusal extends Error {
  override readonly name = "NodeRefusal";

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** What the server answers where it takes a value for what it is not. */
export function badRequest(): NodeRefusal {
  return new NodeRefusal(400, "Bad request.");
}

/** A refusal with 400. */
export function refused(message: string): NodeRefusal {
  return new NodeRefusal(400, message);
}

/** What the server's own handler does not survive: it refuses a write with 400 `Bad request.`, and never answers a read. */
export class HandlerFailure extends Error {
  override readonly name = "HandlerFailure";
}

export function ok(json: unknown): NodeReply {
  return { status: 200, json };
}

export function created(json: unknown): NodeReply {
  return { status: 201, json };
}

/** The JSON of a request's body. @throws NodeRefusal 400 */
export function jsonOf({ body }: { readonly body: Pick<NodeBody, "text"> }): unknown {
  try {
    return parseJson(body.text);
  } catch {
    throw new NodeRefusal(400, "Bad JSON.");
  }
}

/** The JSON object of a request's body. @throws NodeRefusal 400 */
export function bodyOf(call: Pick<NodeCall, "body">): Record<string, unknown> {
  const value = jsonOf(call);
  if (!isRecord(value)) throw new NodeRefusal(400, "Bad JSON.");
  return value;
}

/** Whether the server of a call is of this version, or a later one: the one way to tell what `30.0` changed. */
export function isAtLeast({ cluster }: Pick<NodeCall, "cluster">, version: string): boolean {
  return compareVersions(cluster.search_server_version, version) >= 0;
}

/** The collection of a name, or the one that the alias of that name leads to. */
export function collectionNamed(data: ClusterData, name: string): StoredCollection | undefined {
  const target = data.collections.has(name) ? name : data.aliases.get(name);
  return target === undefined ? undefined : data.collections.get(target);
}

/** The collection that `{name}` of the path, or the alias of that name, addresses. @throws NodeRefusal 404 */
export function addressedCollection({ data, params }: NodeCall): StoredCollection {
  const found = collectionNamed(data, params.name ?? "");
  if (found === undefined) throw new NodeRefusal(404, "Collection not found");
  return found;
}

/** The version from which on synonyms and curation are sets of their own, and analytics rules have another form. */
export const FIRST_WITH_SETS = "30.0";

/** Whether a server has synonym and curation sets; older ones keep both with the collection. */
export function knowsNamed(version: string): boolean {
  return compareVersions(version, FIRST_WITH_SETS) >= 0;
}
