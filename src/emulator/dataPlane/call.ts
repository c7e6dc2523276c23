import { compareVersions } from "../../api/versions";
import { parseJson } from "../domain/rules/body";
import { isRecord } from "../domain/rules/fields";
import type { StoredCluster } from "../domain/store/cluster";
import type { ClusterData, Embedded, NodeKey, StoredCollection } from "../domain/store/data";
import type { World } from "../domain/world";

/** An authorized request to a node. */
export interface NodeCall {
  readonly world: World;
  readonly cluster: StoredCluster;
  readonly data: ClusterData;
  readonly hostname: string;
  /** Null for the operation that needs no key. */
  readonly key: NodeKey | null;
  /** The parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /**
   * Includes the parameters that a scoped search key embeds, which take precedence; two `filter_by` are combined. Of
   * `multiSearch`: without them.
   */
  readonly query: URLSearchParams;
  /** Of `multiSearch`: the parameters that the key of each search embeds, in the order of the searches (`withEmbedded`). */
  readonly embedded: readonly Embedded[];
  readonly body: NodeBody;
  /** Epoch milliseconds of the emulator's clock on arrival. */
  readonly now: number;
}

/** The body of a request to a node. */
export interface NodeBody {
  /** The whole body; empty for the operation that streams. */
  readonly text: string;
  /** The lines of the body as they arrive, in groups, without line ends. An empty last line is dropped. */
  lines(): AsyncIterable<readonly string[]>;
}

/** A response: a JSON value, or lines that are sent as they are produced, in groups. */
export type NodeReply =
  | { readonly status: number; readonly json: unknown }
  | {
      readonly status: number;
      readonly lines: AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
    };

export type NodeHandler = (call: NodeCall) => NodeReply | Promise<NodeReply>;

/** A request that a node rejects with `{ "message": … }`. */
export class NodeRefusalError extends Error {
  override readonly name = "NodeRefusalError";

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Returns the server's refusal of a value of the wrong type. */
export function badRequest(): NodeRefusalError {
  return new NodeRefusalError(400, "Bad request.");
}

/** Returns a refusal with status 400. */
export function refused(message: string): NodeRefusalError {
  return new NodeRefusalError(400, message);
}

/** Returns an error that is a refusal. @throws the error if it is not */
export function asRefusal(error: unknown): NodeRefusalError {
  if (error instanceof NodeRefusalError) return error;
  throw error;
}

/** A request that crashes the server's own handler: a write is rejected with 400 `Bad request.`, a read is never answered. */
export class HandlerError extends Error {
  override readonly name = "HandlerError";
}

export function ok(json: unknown): NodeReply {
  return { status: 200, json };
}

export function created(json: unknown): NodeReply {
  return { status: 201, json };
}

/** Parses the body of a request. @throws NodeRefusalError 400 */
export function jsonOf({ body }: { readonly body: Pick<NodeBody, "text"> }): unknown {
  try {
    return parseJson(body.text);
  } catch {
    throw new NodeRefusalError(400, "Bad JSON.");
  }
}

/** Parses the body of a request, which must be an object. @throws NodeRefusalError 400 */
export function bodyOf(call: Pick<NodeCall, "body">): Record<string, unknown> {
  const value = jsonOf(call);
  if (!isRecord(value)) throw new NodeRefusalError(400, "Bad JSON.");
  return value;
}

/** True if the server of a call has this version or a later one. The only way to decide what `30.0` changed. */
export function isAtLeast({ cluster }: Pick<NodeCall, "cluster">, version: string): boolean {
  return compareVersions(cluster.search_server_version, version) >= 0;
}

/** Returns the collection of a name or an alias. */
export function collectionNamed(data: ClusterData, name: string): StoredCollection | undefined {
  const target = data.collections.has(name) ? name : data.aliases.get(name);
  return target === undefined ? undefined : data.collections.get(target);
}

/** Returns the collection that `{name}` of the path, or an alias, addresses. @throws NodeRefusalError 404 */
export function addressedCollection({ data, params }: NodeCall): StoredCollection {
  const found = collectionNamed(data, params.name ?? "");
  if (found === undefined) throw new NodeRefusalError(404, "Collection not found");
  return found;
}

/** The first version with sets of synonyms and curations, and with the new form of analytics rules. */
export const FIRST_WITH_SETS = "30.0";

/** True if a server has synonym and curation sets; older ones keep both with the collection. */
export function hasSets(version: string): boolean {
  return compareVersions(version, FIRST_WITH_SETS) >= 0;
}
