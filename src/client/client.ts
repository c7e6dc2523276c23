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

/** Excludes even a read that began in this very millisecond. */
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
      // A read is valid as of its beginning, the answer to a write as of its end.
      for (const cluster of clustersIn(id, answer)) store.note(cluster, isWrite ? now : startedAt);
      return answer;
    } catch (error) {
      // A failed write may have been carried out.
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
    /**
     * Redacts the secrets of this process in a string that is stored; all other output is redacted where it leaves the process.
     */
    redact: secrets.redact,
    clock,
    /** Milliseconds between two polls of a wait. */
    pollInterval,
    /** Requests per minute; 0: no limit of our own. */
    requestsPerMinute,
    /**
     * Calls one operation of the API: sends one request (again only as the retry rule allows) and returns the record, in the
     * canonical dialect. A write whose answer is lost throws an ApiError of the kind `lost_write`; prefer the client's own
     * method if one resolves it.
     */
    call,
    /** Iterates over all records of a paged operation, in pages as large as allowed. */
    list: <Id extends PagedOperationId>(
      id: Id,
      input: Input<Id>,
      callOptions: CallOptions,
    ): AsyncIterable<RecordOf<Id>> => records(call, id, input, callOptions),
    /**
     * Creates a cluster and returns its record as soon as it has an id. A lost answer is resolved by reading; if that is not
     * possible, throws an ApiError of the kind `lost_write` with the possible `ids`.
     */
    async createCluster(body: CreateClusterBody, createOptions: CreateOptions): Promise<ClusterRecord> {
      const cluster = await creates.create(body, createOptions);
      store.note(cluster, clock.now());
      return cluster;
    },
    /** The creates of this process whose outcome is not known yet. */
    createsInFlight: creates.inFlight,
    updateCluster: (id: string, body: UpdateClusterBody, callOptions: CallOptions): Promise<ClusterRecord> =>
      updateCluster(context, id, body, callOptions),
    /**
     * Starts the termination. A cluster that is already being terminated, or is answered with 404, is not an error: the result
     * says so.
     */
    async terminateCluster(id: string, callOptions: CallOptions): Promise<Termination> {
      const termination = await terminateCluster(context, id, callOptions);
      store.noteGone(id);
      return termination;
    },
    /**
     * Issues a new pair of data-plane keys (docs/design/api-assumptions.md#keys). Every call issues another pair, and neither
     * key can ever be read again. The request is repeated only if the service has certainly not carried it out (429, no
     * connection). A lost answer cannot be resolved: throws an ApiError of the kind `lost_write` that explains how to revoke
     * the unknown pair.
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
    /** Returns the time at which this client issued a data-plane key, in milliseconds of its clock; undefined if it did not. */
    issuedAt: (key: string): number | undefined => issued.get(key),
    /**
     * Reads one cluster once. 404 is a result, every other failure is thrown. `shared` may return what another reader has just
     * received.
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
    /**
     * Returns the clusters of the account that this process is not terminating, at most `maxAge` old; shared by all callers.
     */
    clusterListing: store.get,
    /** Iterates over the pages of the clusters of the account; never requests a page that is not needed. */
    clusterPages: store.eachPage,
    /** Polls until it is done. Throws WaitTimeoutError, WaitFailedError or InterruptedError. */
    wait: <T>(spec: WaitSpec<T>): Promise<T> => wait(spec, context),
    /** {@link wait} for one cluster. */
    waitForCluster: (id: string, spec: ClusterWaitSpec): Promise<Observed> =>
      wait(clusterWait(id, spec, context.sharedPolls()), context),
    /**
     * Runs `act` while no other caller in this process runs one for the same cluster at this base URL: around reading and
     * writing, never around a wait (docs/design/laws.md#l11), and never nested. Throws InterruptedError if the signal is
     * aborted in the queue.
     */
    exclusively: sharedLocks(baseUrl),
    /**
     * Runs `act` and reports how many milliseconds its requests have waited for the request budget, even if it fails: all users
     * of the key share the budget.
     */
    withDelays,
    /** Returns the service's time in milliseconds since the epoch; this machine's time until a response has a `Date`. */
    serverNow: serverClock.now,
    /** True if a response had the service's time. */
    knowsServerTime: (): boolean => serverClock.lastSeen() !== null,
    /** Closes the connections. */
    close: (): Promise<void> => transport.close(),
  };
}

/** Returns the one cluster in an answer. Pages of the list reach the store by themselves. */
function clustersIn<Id extends OperationId>(id: Id, answer: Answer<Id>): readonly ClusterRecord[] {
  if (id === "getCluster") return [answer as Answer<"getCluster">];
  if (id === "createCluster" || id === "updateCluster") return [(answer as Answer<"createCluster">).cluster];
  return [];
}
