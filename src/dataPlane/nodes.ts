import type { NodeOperationId, NodePathParameters, StreamedOperationId } from "../api/dataPlane/operations";
import type { NodeAnswer } from "../api/dataPlane/records";
import type { NodeRequestBodies, NodeRequestQueries } from "../api/dataPlane/requests";
import type { Clock } from "../http/clock";
import type { Log } from "../http/exchange";
import type { NodeFailure } from "./messages/failures";
import type { SharedByNodes } from "./shared";

/** The nodes of one cluster, or of a self-hosted server, and the key that opens them. */
export interface NodesTarget {
  /** Base URLs without a slash at the end, at least one. */
  readonly urls: readonly string[];
  readonly apiKey: string;
  /** The source of the key, for messages: "api_key of this resource", "data_api_key of the provider". */
  readonly keyOrigin: string;
  /** The owner of the nodes, for messages: "cluster c-1", or the first URL. */
  readonly named: string;
}

type PathInput<Id extends NodeOperationId> = keyof NodePathParameters<Id> extends never
  ? { readonly path?: undefined }
  : { readonly path: NodePathParameters<Id> };
type QueryInput<Id extends NodeOperationId> = Id extends "searchDocuments"
  ? { readonly query: NodeRequestQueries[Id] }
  : { readonly query?: Id extends keyof NodeRequestQueries ? NodeRequestQueries[Id] : undefined };
type BodyInput<Id extends NodeOperationId> = Id extends keyof NodeRequestBodies
  ? { readonly body: NodeRequestBodies[Id] }
  : { readonly body?: undefined };

/** The input of an operation: the path parameters, query and body that it has. */
export type NodeInput<Id extends NodeOperationId> = PathInput<Id> &
  QueryInput<Id> &
  BodyInput<Id> & {
    /** Distinguishes the call from others of its kind in messages, as in `"catalog"`. */
    readonly subject?: string | undefined;
    /** Returns why a readable answer does not answer this request, as in "a key that existed before"; undefined if it does. */
    readonly mismatch?: (answer: Id extends CalledOperationId ? NodeAnswer<Id> : never) => string | undefined;
  };

export interface NodeCallOptions {
  /** Ends the call; a write in progress gets a few seconds more, so that its answer is not lost. */
  readonly signal: AbortSignal;
  /** Milliseconds for which a call retries that no node carries out; with 0, each node is tried once. @default 120 000 */
  readonly patienceMs?: number;
  /** Timeout of one request in milliseconds. @default 30 000 for reads, 60 000 for writes */
  readonly timeoutMs?: number;
}

export interface StreamOptions extends Omit<NodeCallOptions, "timeoutMs"> {
  /** URLs of the nodes of which one is asked first: those that do not lag behind. @default any */
  readonly among?: readonly string[] | undefined;
}

/** The operations with one JSON value as answer. */
export type CalledOperationId = Exclude<NodeOperationId, StreamedOperationId>;

/** The input of an operation whose body or answer is a stream. */
export type StreamInput<Id extends StreamedOperationId> = NodeInput<Id> &
  (Id extends "importDocuments"
    ? {
        /** Creates the body: JSON documents, each with a line feed at its end. Called once for each node that is tried. */
        readonly lines: () => AsyncIterable<Uint8Array>;
      }
    : { readonly lines?: undefined });

/** An answer that is read as it arrives. */
export interface NodeStream extends AsyncIterable<Uint8Array> {
  /** True if the answer says where it ends: by its length, or in chunks. Otherwise a broken connection looks like its end. */
  readonly hasEnd: boolean;
}

/** The status of one node. */
export interface NodeStatus {
  readonly url: string;
  /** True if it answered 200 at /health and lacks no resource. */
  readonly healthy: boolean;
  /** 1 leader, 4 follower; null: it did not say, or this key may not ask. */
  readonly state: number | null;
  readonly version: string | null;
  /** OUT_OF_DISK, OUT_OF_MEMORY. */
  readonly resource_error: string | null;
  /** Why it is not healthy, or its status is unknown, in one line. */
  readonly error: string | null;
}

/** One object as one node has it. */
export interface Snapshot<T> {
  readonly url: string;
  /** Null: 404. */
  readonly value: T | null;
}

/** One object as all nodes have it. */
export interface Snapshots<T> {
  /** At least one. */
  readonly seen: readonly Snapshot<T>[];
  /** Failures of the other nodes. */
  readonly unseen: readonly NodeFailure[];
}

/** Some nodes, reached with one key. */
export interface Nodes {
  readonly target: NodesTarget;
  /**
   * Calls one operation on any node that answers. Throws ApiError. A write whose answer is lost has the kind `lost_write`: read
   * before it is sent again (`resolve` of src/http, `putOnce` and `deleteOnce` of ./once). `not_found` and `auth` are what the
   * reachable nodes agree on.
   */
  call<Id extends CalledOperationId>(
    id: Id,
    input: NodeInput<Id>,
    options: NodeCallOptions,
  ): Promise<NodeAnswer<Id>>;
  /**
   * Reads one object at every node, all at once, for decisions that must not depend on a node that lags behind. Throws ApiError
   * if no node answers.
   */
  everywhere<Id extends CalledOperationId>(
    id: Id,
    input: NodeInput<Id>,
    options: Omit<NodeCallOptions, "timeoutMs">,
  ): Promise<Snapshots<NodeAnswer<Id>>>;
  /**
   * Returns the last `Date` of each node, in epoch seconds by its own clock, by its URL; without the nodes that have sent
   * none.
   */
  lastDates(): ReadonlyMap<string, number>;
  /** Returns the time of the node that answered last, in milliseconds since the epoch; null: none has sent its time. */
  serverNow(): number | null;
  /**
   * Returns the earliest time of all clocks, in milliseconds since the epoch: this machine's, and each node's by its last answer. A clock that
   * is ahead would set a threshold beyond what is written afterwards.
   */
  earliestNow(): number;
  /**
   * Imports or exports without holding all of it in memory: the body is read no faster than the node takes it, and the answer
   * no faster than the caller reads it (split it with `linesOf` of src/api/dataPlane/jsonLines). Resolves when an answer
   * begins; the answer throws later failures, also as ApiError. Errors of `lines` are thrown unchanged.
   */
  stream<Id extends StreamedOperationId>(
    id: Id,
    input: StreamInput<Id>,
    options: StreamOptions,
  ): Promise<NodeStream>;
  /**
   * Reads the status of every node, all at once; throws nothing but InterruptedError. With `healthOnly`, nothing that needs a
   * key is requested: state and version are null.
   */
  each(options: {
    readonly signal: AbortSignal;
    readonly timeoutMs?: number;
    readonly healthOnly?: boolean;
  }): Promise<readonly NodeStatus[]>;
  /** Records a key that is being created: it is redacted in all output about these nodes, some of which may not know it yet. */
  noteKey(value: string): void;
  readonly shared: SharedByNodes;
  readonly clock: Clock;
  readonly random: () => number;
  /** Random bytes that nobody can guess. */
  readonly randomBytes: (size: number) => Uint8Array;
  readonly log: Log;
}

/** Creates clients of nodes; one per configured provider. */
export interface NodesClient {
  /** Returns the same object for the same target. */
  at(target: NodesTarget): Nodes;
  close(): Promise<void>;
}
