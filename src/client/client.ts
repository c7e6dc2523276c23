import { isLoopback } from "../api/addresses";
import { DIALECTS } from "../api/dialects";
import { LISTING_MAX_AGE_MS, SHARED_MAX_AGE_MS } from "../api/limits";
import { OPERATIONS, type OperationId, type PagedOperationId } from "../api/operations";
import type { Answer, ClusterRecord } from "../api/records";
import type { CreateClusterBody, UpdateClusterBody } from "../api/requests";
import { readAuthorities } from "../http/authorities";
import { createServerClock, systemClock } from "../http/clock";
import { isApiError } from "../http/error";
import { proxyFor, redactCredentials } from "../http/proxy";
import { undiciTransport } from "../http/transport";
import { Secrets } from "../redaction";
import { sharedGatekeeper } from "./budget/gatekeeper";
import { createClusterCreates } from "./clusters/create";
import { sharedLocks } from "./clusters/locks";
import { createMetrics } from "./clusters/metrics";
import { createParameters } from "./clusters/parameters";
import { type Termination, terminateCluster, updateCluster } from "./clusters/writes";
import { withDelays } from "./delays";
import { type ClientOptions, checkConnection, checkSettings } from "./options";
import { createOptionalReads } from "./reads/optionalReads";
import { createClusterStore, type Observed, observed } from "./reads/store";
import { type Call, type CallOptions, createCall, type Input } from "./request/call";
import { pages, type RecordOf, records } from "./request/pages";
import {
  type CreateOptions,
  createKnownRecords,
  recordNamesIn,
  secondReadAfter,
} from "./resolve/knownRecords";
import { type ClusterWaitSpec, clusterWait, createSharedPolls, type WaitSpec, wait } from "./waits/wait";
import { createChanges } from "./workflows/changes";
import { createClones } from "./workflows/clones";

/** Not even a reading that began in this very millisecond will do. */
const STRICTLY_FRESH = -1;

/** The only way to the management API. */
export type Client = ReturnType<typeof createClient>;

/** Creates a client. Sends nothing. Throws ConfigurationError for settings that cannot work. */
export function createClient(options: ClientOptions) {
  checkSettings(options);
  const authorities = options.caCertificateFile ? readAuthorities(options.caCertificateFile) : [];
  const { apiKey, baseUrl } = checkConnection(options);
  const { pollInterval, requestsPerMinute, dialect, dependencies = {} } = options;
  const proxy = proxyFor(baseUrl, options.env ?? {});
  const { clock = systemClock, random = Math.random } = dependencies;
  const { transport = undiciTransport({ proxy, authorities }) } = dependencies;
  const { log, secrets = new Secrets() } = options;
  secrets.add(apiKey, "the API key");
  redactCredentials(proxy, secrets);
  const serverClock = createServerClock(clock);
  const knownRecords = createKnownRecords();
  /** The data-plane keys that were issued, and when. */
  const issued = new Map<string, number>();

  const exchange = createCall({
    baseUrl,
    proxy,
    apiKey,
    dialect,
    userAgent: options.userAgent ?? "cdktf-provider-searchcloud",
    transport,
    clock,
    serverClock,
    random,
    gate: sharedGatekeeper({ baseUrl, apiKey }, clock, random, requestsPerMinute),
    log,
  });
  const call: Call = async (id, input, callOptions) => {
    const startedAt = clock.now();
    const isWrite = OPERATIONS[id].kind === "write";
    const { cluster_id: owner, id: own }: { cluster_id?: string; id?: string } = input.path ?? {};
    const written = isWrite ? (owner ?? (id === "updateCluster" ? own : undefined)) : undefined;
    try {
      const answer = await exchange(id, input, callOptions);
      const now = clock.now();
      for (const name of recordNamesIn(id, owner, answer)) knownRecords.note(name);
      if (written !== undefined) store.noteWrite(written, now);
      // A reading holds as of its beginning, the answer of a write as of its end.
      for (const cluster of clustersIn(id, answer)) store.note(cluster, isWrite ? now : startedAt);
      return answer;
    } catch (error) {
      // What failed may have been done all the same.
      if (written !== undefined) store.noteWrite(written, clock.now());
      throw error;
    }
  };
  const observe = async (id: string, callOptions: CallOptions): Promise<Observed> => {
    try {
      return observed(await call("getCluster", { path: { id } }, callOptions));
    } catch (error) {
      if (!isApiError(error, "not_found")) throw error;
      store.noteGone(id);
      return { kind: "missing", error };
    }
  };
  const store = createClusterStore({
    clock,
    pages: (purpose, signal, reading) => pages(call, "listClusters", {}, { purpose, signal }, reading),
    single: (id, { purpose, signal }) => observe(id, { purpose, signal }),
  });

  const context = {
    call,
    baseUrl,
    clock,
    serverClock,
    random,
    log,
    knownRecords,
    pollInterval,
    requestsPerMinute,
    sharedPolls: createSharedPolls(store, clock, pollInterval),
    secondReadAfter: secondReadAfter(pollInterval, isLoopback(new URL(baseUrl).hostname)),
    read: observe,
    list: async (age: "fresh" | "recent", signal: AbortSignal) => {
      const maxAge = age === "fresh" ? STRICTLY_FRESH : LISTING_MAX_AGE_MS;
      return (await store.get({ maxAge, signal })).clusters;
    },
  };
  const creates = createClusterCreates(context);

  return {
    ...createChanges(context),
    ...createClones(context),
    ...createParameters(context),
    ...createMetrics(call),
    ...createOptionalReads(call),
    /** Host (and port) of the base URL. */
    host: new URL(baseUrl).host,
    baseUrl,
    /** Header of a request that carries the management key. */
    keyHeader: DIALECTS[dialect].managementKeyHeader,
    /** Takes the secrets of this process out of a text that is stored: what leaves it otherwise passes the filter at the end. */
    redact: secrets.redact,
    clock,
    /** Milliseconds between two polls of a wait. */
    pollInterval,
    /** Requests that may leave in a minute; 0: no limit of our own. */
    requestsPerMinute,
    /**
     * Calls one operation of the API: sends one request (again only as the retry rule allows) and answers with the
     * record, in the canonical dialect. A write whose answer is lost throws an ApiError of the kind `lost_write`; use
     * the client's own methods where there is one that resolves it.
     */
    call,
    /** All records of a paged operation, in pages as large as allowed. */
    list: <Id extends PagedOperationId>(
      id: Id,
      input: Input<Id>,
      callOptions: CallOptions,
    ): AsyncIterable<RecordOf<Id>> => records(call, id, input, callOptions),
    /**
     * Creates a cluster and answers with its record as soon as it has an id. A lost answer is resolved by reading;
     * when that is not possible, throws an ApiError of the kind `lost_write` with the `ids` in question.
     */
    async createCluster(body: CreateClusterBody, createOptions: CreateOptions): Promise<ClusterRecord> {
      const cluster = await creates.create(body, createOptions);
      store.note(cluster, clock.now());
      return cluster;
    },
    /** The creates of this process whose outcome is not known at this moment. */
    createsInFlight: creates.inFlight,
    updateCluster: (id: string, body: UpdateClusterBody, callOptions: CallOptions): Promise<ClusterRecord> =>
      updateCluster(context, id, body, callOptions),
    /** Begins the termination; what is being terminated already, or answers 404, is no error but said in the answer. */
    async terminateCluster(id: string, callOptions: CallOptions): Promise<Termination> {
      const termination = await terminateCluster(context, id, callOptions);
      store.noteGone(id);
      return termination;
    },
    /**
     * Issues a new pair of data-plane keys (docs/design/api-assumptions.md#keys); every call issues another one, and
     * neither key can ever be read again. The request is repeated only when the service has certainly not carried it
     * out (429, no connection). A lost answer cannot be resolved: throws an ApiError of the kind `lost_write` that says
     * how to revoke the pair which nobody has seen.
     */
    issueApiKeys: async (clusterId: string, callOptions: CallOptions) => {
      const path = { cluster_id: clusterId };
      const { api_keys: keys } = await call("issueClusterApiKeys", { path }, callOptions);
      for (const key of [keys.admin_key, keys.search_only_key]) {
        secrets.add(key, "an issued key");
        issued.set(key, clock.now());
      }
      return keys;
    },
    /** When this client issued a data-plane key, in milliseconds of its clock; undefined: it did not. */
    issuedAt: (key: string): number | undefined => issued.get(key),
    /**
     * Reads one cluster once. 404 is an observation, every other failure is thrown. `shared` may be answered with what
     * another reader has just received.
     */
    async read(id: string, freshness: "fresh" | "shared", callOptions: CallOptions): Promise<Observed> {
      if (freshness === "fresh") return observe(id, { signal: callOptions.signal });
      return store.read(id, {
        notBefore: clock.now() - SHARED_MAX_AGE_MS,
        purpose: "work",
        get signal() {
          return callOptions.signal;
        },
      });
    },
    /** The clusters of the account that are not going away by our doing, at most `maxAge` old; shared by all callers. */
    clusterListing: store.get,
    /** Polls until it is done. Throws WaitTimeout, WaitFailed or Interrupted. */
    wait: <T>(spec: WaitSpec<T>): Promise<T> => wait(spec, context),
    /** {@link wait} for one cluster. */
    waitForCluster: (id: string, spec: ClusterWaitSpec): Promise<Observed> =>
      wait(clusterWait(id, spec, context.sharedPolls()), context),
    /**
     * Runs `act` while nobody else in this process runs one for the same cluster at this base URL: around observing
     * and writing, never around a wait (docs/design/laws.md#l11), and never within itself. Throws Interrupted when the
     * signal is aborted in the queue.
     */
    exclusively: sharedLocks(baseUrl),
    /**
     * Runs `act` and tells how many milliseconds its requests have waited for the request budget in all, also when it
     * fails: they share the budget with all that uses the key.
     */
    withDelays,
    /** The service's time in milliseconds since the epoch; by this machine's clock until an answer has told it. */
    serverNow: serverClock.now,
    /** Whether an answer has told the service's time. */
    knowsServerTime: (): boolean => serverClock.lastSeen() !== null,
    /** Closes the connections. */
    close: (): Promise<void> => transport.close(),
  };
}

/** The one cluster that an answer holds. Pages of the list come to the store by themselves. */
function clustersIn<Id extends OperationId>(id: Id, answer: Answer<Id>): readonly ClusterRecord[] {
  if (id === "getCluster") return [answer as Answer<"getCluster">];
  if (id === "createCluster" || id === "updateCluster") return [(answer as Answer<"createCluster">).cluster];
  return [];
}
