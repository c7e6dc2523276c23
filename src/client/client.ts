import type { PagedOperationId } from "../api/operations";
import type { ClusterRecord } from "../api/records";
import type { CreateClusterBody, UpdateClusterBody } from "../api/requests";
import { withBudgetWait } from "./budget/budgetWait";
import { sharedGatekeeper } from "./budget/gatekeeper";
import { type Clock, systemClock } from "./clock";
import { type CreateOptions, createCreates } from "./clusters/create";
import { type Exclusively, sharedLocks } from "./clusters/locks";
import { type Termination, terminateCluster, updateCluster } from "./clusters/writes";
import { type ApiKeys, createApiKeys } from "./keys/keys";
import { redactingLog } from "./log";
import { createMetrics, type Metrics } from "./metrics/metrics";
import { type ClientOptions, checkApiKey, checkBaseUrl, checkSettings, isLoopback } from "./options";
import { createParameters, type Parameters } from "./parameters/parameters";
import { createHints, type Hints } from "./reads/hints";
import { noteInStore } from "./reads/notes";
import { type Observed, observing } from "./reads/observe";
import { type ClusterListing, createClusterStore, type ListingOptions } from "./reads/store";
import { redactor } from "./redact";
import { type Call, createCall } from "./request/call";
import { type CallOptions, createOperations, type Input, type Operations } from "./request/operations";
import { pages, type RecordOf, records } from "./request/pages";
import { createServerClock } from "./request/serverClock";
import { undiciTransport } from "./request/transport";
import { createKnowledge, namesIn } from "./resolve/knowledge";
import { secondReadAfter } from "./resolve/resolve";
import { type ClusterWaitSpec, clusterWait } from "./waits/clusterWait";
import { type WaitSpec, wait } from "./waits/wait";
import { type Changes, createChanges } from "./workflows/changes";
import { type Clones, createClones } from "./workflows/clones";

/** How old a listing may be that tells the time and the ids before a create (docs/design/laws.md#l1). */
const LISTING_MAX_AGE_MS = 60_000;
/** How old a reading may be that a refresh is answered with (docs/design/laws.md#l7). */
const SHARED_MAX_AGE_MS = 120_000;
/** Not even a reading that began in this very millisecond will do. */
const STRICTLY_FRESH = -1;

/** How fresh a reading must be: `shared` may be answered with what another reader has just received. */
export type Freshness = "fresh" | "shared";

/** The only way to the management API. */
export interface Client extends Changes, Clones, Parameters, ApiKeys, Metrics, Hints {
  /** Host (and port) of the base URL. */
  readonly host: string;
  readonly baseUrl: string;
  /** Takes the API key out of a text, in every form in which an answer may echo it. */
  readonly redact: (text: string) => string;
  readonly clock: Clock;
  /** Milliseconds between two polls of a wait. */
  readonly pollInterval: number;
  /** Requests that may leave in a minute; 0: no limit of our own. */
  readonly requestsPerMinute: number;
  /** One method per operation of the API. */
  readonly operations: Operations;
  /** All records of a paged operation, in pages as large as allowed. */
  list<Id extends PagedOperationId>(
    id: Id,
    input: Input<Id>,
    options: CallOptions,
  ): AsyncIterable<RecordOf<Id>>;
  /**
   * Creates a cluster and answers with its record as soon as it has an id. A lost answer is resolved by reading;
   * when that is not possible, throws an ApiError of the kind `lost_write` with the `ids` in question.
   */
  createCluster(body: CreateClusterBody, options: CreateOptions): Promise<ClusterRecord>;
  /** The creates of this process whose outcome is not known at this moment. */
  createsInFlight(): readonly CreateClusterBody[];
  updateCluster(id: string, body: UpdateClusterBody, options: CallOptions): Promise<ClusterRecord>;
  /** Begins the termination; what is being terminated already, or answers 404, is no error but said in the answer. */
  terminateCluster(id: string, options: CallOptions): Promise<Termination>;
  /** Reads one cluster once. 404 is an observation, every other failure is thrown. */
  read(id: string, freshness: Freshness, options: CallOptions): Promise<Observed>;
  /** The clusters of the account that are not going away by our doing, at most `maxAge` old; shared by all callers. */
  clusterListing(options: ListingOptions): Promise<ClusterListing>;
  /** Polls until it is done. Throws WaitTimeout, WaitFailed or Interrupted. */
  wait<T>(spec: WaitSpec<T>): Promise<T>;
  /** {@link wait} for one cluster. */
  waitForCluster(id: string, spec: ClusterWaitSpec): Promise<Observed>;
  /**
   * Runs `act` while nobody else in this process runs one for the same cluster at this base URL: around observing
   * and writing, never around a wait (docs/design/laws.md#l11), and never within itself. Throws Interrupted when the signal
   * is aborted in the queue.
   */
  exclusively: Exclusively;
  /**
   * Runs `act` and tells how many milliseconds its requests have waited for the request budget in all, also when it fails:
   * they share the budget with all that uses the key.
   */
  withBudgetWait<T>(act: () => Promise<T>, tell: (waitedMs: number) => void): Promise<T>;
  /** The service's time in milliseconds since the epoch; by this machine's clock until an answer has told it. */
  serverNow(): number;
  /** Whether an answer has told the service's time. */
  knowsServerTime(): boolean;
  /** Closes the connections. */
  close(): Promise<void>;
}

/** Creates a client. Sends nothing. Throws ConfigurationError for settings that cannot work. */
export function createClient(options: ClientOptions): Client {
  const apiKey = checkApiKey(options.apiKey);
  const baseUrl = checkBaseUrl(options.baseUrl);
  checkSettings(options);
  const { pollInterval, requestsPerMinute, dialect, dependencies = {} } = options;
  const clock = dependencies.clock ?? systemClock;
  const random = dependencies.random ?? Math.random;
  const transport = dependencies.transport ?? undiciTransport();
  const redact = redactor(apiKey);
  const log = redactingLog(options.log, redact);
  const serverClock = createServerClock(clock);
  const knowledge = createKnowledge();

  const exchange = createCall({
    baseUrl,
    apiKey,
    dialect,
    userAgent: options.userAgent ?? "cdktf-provider-searchcloud",
    transport,
    clock,
    serverClock,
    random,
    gate: sharedGatekeeper({ baseUrl, apiKey }, clock, random, requestsPerMinute),
    log,
    redact,
  });
  const call: Call = async (id, input, callOptions) => {
    const startedAt = clock.now();
    try {
      const answer = await exchange(id, input, callOptions);
      for (const name of namesIn(id, input.path?.cluster_id, answer)) knowledge.note(name);
      noteInStore(store, id, input, { answer, startedAt, now: clock.now() });
      return answer;
    } catch (error) {
      noteInStore(store, id, input, null);
      throw error;
    }
  };
  const operations = createOperations(call);
  const observe = async (id: string, callOptions: CallOptions): Promise<Observed> => {
    const seen = await observing(operations.getCluster({ path: { id } }, callOptions));
    if (seen.kind === "missing") store.foldGone(id);
    return seen;
  };
  const store = createClusterStore({
    clock,
    pages: (purpose, signal) => pages(call, "listClusters", {}, { purpose, signal }),
    single: (id, { purpose, signal }) => observe(id, { purpose, signal }),
  });

  const read: Client["read"] = async (id, freshness, { signal }) => {
    if (freshness === "fresh") return observe(id, { signal });
    const notBefore = clock.now() - SHARED_MAX_AGE_MS;
    return (await store.read(id, { notBefore, purpose: "work", signal })).observed;
  };

  const resolving = {
    call,
    baseUrl,
    clock,
    serverClock,
    random,
    log,
    knowledge,
    pollInterval,
    secondReadAfter: secondReadAfter(pollInterval, isLoopback(new URL(baseUrl).hostname)),
  };
  const creates = createCreates({
    ...resolving,
    list: async (age, signal) => {
      const maxAge = age === "fresh" ? STRICTLY_FRESH : LISTING_MAX_AGE_MS;
      return (await store.get({ maxAge, signal })).clusters;
    },
  });
  const writing = {
    ...resolving,
    read: (id: string, callOptions: CallOptions) => read(id, "fresh", callOptions),
  };
  const waiting = { clock, log, pollInterval };
  const origin = clock.now();

  return {
    ...createChanges(resolving),
    ...createClones(resolving),
    ...createParameters(resolving),
    ...createApiKeys(call),
    ...createMetrics(call),
    ...createHints(operations),
    host: new URL(baseUrl).host,
    baseUrl,
    redact,
    clock,
    pollInterval,
    operations,
    list: (id, input, callOptions) => records(call, id, input, callOptions),
    async createCluster(body, createOptions) {
      const cluster = await creates.create(body, createOptions);
      store.fold(cluster, clock.now());
      return cluster;
    },
    createsInFlight: creates.inFlight,
    updateCluster: (id, body, callOptions) => updateCluster(writing, id, body, callOptions),
    async terminateCluster(id, callOptions) {
      const termination = await terminateCluster(writing, id, callOptions);
      store.foldGone(id);
      return termination;
    },
    read,
    clusterListing: store.get,
    wait: (spec) => wait(spec, waiting),
    waitForCluster: (id, spec) =>
      wait(clusterWait(id, spec, { clock, pollInterval, store, origin }), waiting),
    exclusively: sharedLocks(baseUrl),
    withBudgetWait,
    requestsPerMinute,
    serverNow: serverClock.now,
    knowsServerTime: () => serverClock.lastSeen() !== null,
    close: () => transport.close(),
  };
}
