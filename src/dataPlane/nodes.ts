import type { NodeOperationId, NodePathParameters, StreamedOperationId } from "../api/dataPlane/operations";
import type { NodeAnswer } from "../api/dataPlane/records";
import type { NodeRequestBodies, NodeRequestQueries } from "../api/dataPlane/requests";
import type { Clock } from "../http/clock";
import type { Log } from "../http/exchange";
import type { NodeFailure } from "./messages/failures";
import type { SharedByNodes } from "./shared";

/** The nodes of one cluster, or of a server of one's own, and the key that opens them. */
export interface NodesTarget {
  /** Base URLs, without a slash at the end, at least one. */
  readonly urls: readonly string[];
  readonly apiKey: string;
  /** Where the key comes from, for messages: "api_key of this resource", "data_api_key of the provider". */
  readonly keyOrigin: string;
  /** What the nodes belong to, for messages: "cluster c-1", or the first URL. */
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

/** What goes into an operation: its path parameters, query and body, whichever of them it has. */
export type NodeInput<Id extends NodeOperationId> = PathInput<Id> &
  QueryInput<Id> &
  BodyInput<Id> & {
    /** Tells the call from others of its kind in messages, as in `"catalog"`. */
    readonly subject?: string | undefined;
    /** Why an answer that can be read is none, as in "a key that was there before"; undefined: it is one. */
    readonly mismatch?: (answer: Id extends CalledOperationId ? NodeAnswer<Id> : never) => string | undefined;
  };

export interface NodeCallOptions {
  /** Ends the call; a write that is under way gets a few seconds more, so that its answer is not lost. */
  readonly signal: AbortSignal;
  /** Milliseconds for which a call that no node carries out goes on trying; with 0, each node is asked once. @default 120 000 */
  readonly patienceMs?: number;
  /** Milliseconds that one request may take. @default 30 000 for reads, 60 000 for writes */
  readonly timeoutMs?: number;
}

/** The operations that answer one JSON value. */
export type CalledOperationId = Exclude<NodeOperationId, StreamedOperationId>;

/** What goes into an operation whose body, or answer, is a stream. */
export type StreamInput<Id extends StreamedOperationId> = NodeInput<Id> &
  (Id extends "importDocuments"
    ? {
        /** Makes what is sent: JSON documents, each with a line feed at its end. Once for each node that is tried. */
        readonly lines: () => AsyncIterable<Uint8Array>;
      }
    : { readonly lines?: undefined });

/** An answer that is read as it arrives. */
export interface NodeStream extends AsyncIterable<Uint8Array> {
  /** Whether the answer says by itself where it ends: by its length, or in chunks. Otherwise a connection that breaks looks like its end. */
  readonly hasEnd: boolean;
}

/** What one node says of itself. */
export interface NodeStatus {
  readonly url: string;
  /** Whether it answered 200 at /health, and lacks nothing. */
  readonly healthy: boolean;
  /** 1 leader, 4 follower; null: it did not say, or this key may not ask. */
  readonly state: number | null;
  readonly version: string | null;
  /** OUT_OF_DISK, OUT_OF_MEMORY. */
  readonly resource_error: string | null;
  /** Why it is not healthy, or says nothing of itself, in one line. */
  readonly error: string | null;
}

/** What one node has of something. */
export interface Snapshot<T> {
  readonly url: string;
  /** Null: 404. */
  readonly value: T | null;
}

/** What all nodes have of something. */
export interface Snapshots<T> {
  /** At least one. */
  readonly seen: readonly Snapshot<T>[];
  /** Those that did not say. */
  readonly unseen: readonly NodeFailure[];
}

/** Some nodes, reached with one key. */
export interface Nodes {
  readonly target: NodesTarget;
  /**
   * One operation on whichever node answers. Throws ApiError. A write whose answer is lost is one of the kind `lost_write`:
   * read before it is sent again (`resolve` of the client, `replaceOnce` and `deleteOnce` of ./once). `not_found` and `auth` are
   * what the nodes that can be reached have agreed on.
   */
  call<Id extends CalledOperationId>(
    id: Id,
    input: NodeInput<Id>,
    options: NodeCallOptions,
  ): Promise<NodeAnswer<Id>>;
  /**
   * Reads one thing at every node by itself, all at once, for what must not be decided by one that lags behind. Throws ApiError
   * where no node says what it has.
   */
  everywhere<Id extends CalledOperationId>(
    id: Id,
    input: NodeInput<Id>,
    options: Pick<NodeCallOptions, "signal">,
  ): Promise<Snapshots<NodeAnswer<Id>>>;
  /** The last time that each node has said, by its own clock (`Date`), in epoch seconds, by its URL; those that have said none are left out. */
  lastDates(): ReadonlyMap<string, number>;
  /**
   * An import or an export, none of which is held in memory: what is sent is read no faster than the node takes it, and
   * the answer no faster than the caller reads it (`linesOf` of src/api/dataPlane/jsonLines makes lines of it). Ends once an answer begins; what fails
   * after that is thrown by the answer, as an ApiError too. What `lines` throws is thrown as it is.
   */
  stream<Id extends StreamedOperationId>(
    id: Id,
    input: StreamInput<Id>,
    options: Omit<NodeCallOptions, "timeoutMs">,
  ): Promise<NodeStream>;
  /**
   * Asks every node by itself, all at once; never throws but Interrupted. With `healthOnly`, what needs a key is not asked:
   * state and version are null.
   */
  each(options: {
    readonly signal: AbortSignal;
    readonly timeoutMs?: number;
    readonly healthOnly?: boolean;
  }): Promise<readonly NodeStatus[]>;
  /** Takes note of a key that is being made: it is kept out of all that is said of these nodes, some of which may not know it yet. */
  noteKey(value: string): void;
  readonly shared: SharedByNodes;
  readonly clock: Clock;
  readonly random: () => number;
  /** Random bytes that nobody can guess. */
  readonly randomBytes: (size: number) => Uint8Array;
  readonly log: Log;
}

/** Reaches nodes; one per configured provider. */
export interface NodesClient {
  /** For the same target, the same object. */
  at(target: NodesTarget): Nodes;
  close(): Promise<void>;
}
