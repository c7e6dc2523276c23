import { ApiError, type Client, type ClusterRecord, type ErrorKind, type Observed } from "../../src/client";
import { managementAttempt } from "../../src/client/messages/management";
import type { AnyResource, Call, Plannable } from "../../src/framework";
import { type Diagnostic, Diagnostics } from "../../src/framework/diagnostics";
import { planDestroy, planResource } from "../../src/framework/planResource";
import { failure } from "../../src/http/attempt";
import type { ChildPrivateState } from "../../src/provider/shared/child";
import type { Service } from "../../src/provider/shared/service";
import { mapRecord, type ValueRecord } from "../../src/wire/cty/value";
import { callOf as openedCall } from "../support/call";
import { collectLog } from "../support/log";
import { record, seen } from "./support";

export const NOW = Date.UTC(2026, 10, 20);

/** Returns the error that the client throws for such a failure. */
export function failing(kind: ErrorKind, status: number | null, summary = "No", sent = true): ApiError {
  return new ApiError(
    failure(kind === "lost_write" ? "timeout" : kind, {
      status,
      sent,
      messages: status === null ? [] : [summary],
    }),
    {
      attempt: managementAttempt({
        operation: "createServerConfigurationParameter",
        pathParameters: { cluster_id: "c-1" },
        path: "/clusters/c-1/server-configuration-parameters",
        baseUrl: "https://api.example",
      }),
      summary,
      detail: "As the service says.",
      kind,
    },
  );
}

const KINDS: { readonly [status: number]: ErrorKind } = {
  400: "invalid",
  402: "payment",
  403: "auth",
  404: "not_found",
};

/** Returns the error that the client throws for this status. */
export function answering(status: number, summary?: string): ApiError {
  return failing(KINDS[status] ?? "refused", status, summary);
}

/** Returns one read of a cluster: in a status, or a 404. */
export function look(status: string | null): Observed {
  return status === null ? { kind: "missing", error: answering(404) } : seen(record({ status }));
}

export interface FakeAccount extends Service {
  readonly client: Client;
  readonly locked: () => boolean;
  /** The number of listings of clusters. */
  readonly listings: () => number;
}

/**
 * Returns a client of one cluster in service with nothing in flight, with the given overrides and a lock that must not nest.
 *
 * @param clusters the clusters that the account lists
 */
export function serviceOf(given: Partial<Client> = {}, clusters: readonly ClusterRecord[] = []): FakeAccount {
  let locked = false;
  let listings = 0;
  const client: Partial<Client> = {
    host: "api.example",
    pollInterval: 60_000,
    serverNow: () => NOW,
    knowsServerTime: () => true,
    clock: { now: () => NOW, sleep: () => new Promise(() => {}) },
    capabilities: async () => null,
    clusterOptions: async () => null,
    createsInFlight: () => [],
    clusterListing: async () => {
      listings += 1;
      return { clusters };
    },
    read: async () => look("in_service"),
    changes: async () => [],
    cloningOperations: async () => [],
    exclusively: async (_id, _signal, act) => {
      if (locked) throw new Error("locked within the lock");
      locked = true;
      try {
        return await act();
      } finally {
        locked = false;
      }
    },
    ...given,
  };
  return {
    client: client as Client,
    allowDuplicateNames: false,
    strictOptions: false,
    parametersMaxAge: 0,
    refreshesChanges: null,
    dataApiKey: undefined,
    nodeUrl: "https://{hostname}",
    locked: () => locked,
    listings: () => listings,
  };
}

export interface FakeCall<Values, PrivateState> extends Call<Values, Service, PrivateState> {
  readonly warnings: readonly Diagnostic[];
  /** The warnings as one string each. */
  readonly warned: readonly string[];
  /** The values given to `saveState`. */
  readonly known: Partial<Values>;
}

/** Returns a call of one operation, with a timeout of an hour. */
export function callOf<Values, PrivateState = ChildPrivateState>(
  service: Service,
  privateState?: PrivateState,
  config: Values | null = null,
): FakeCall<Values, PrivateState> {
  const diagnostics = new Diagnostics();
  const known: Partial<Values> = {};
  let current = privateState;
  const call: FakeCall<Values, PrivateState> = {
    service,
    config,
    signal: new AbortController().signal,
    deadline: NOW + 3_600_000,
    timeout: "1h",
    timedAs: () => {
      const deadline = (service.client?.clock.now() ?? NOW) + 6 * 3_600_000;
      return Object.assign(Object.create(call), { deadline, timeout: "6h" });
    },
    log: collectLog().log,
    warn: (summary, detail, path) => diagnostics.warn(summary, detail, path),
    saveState: (values) => void Object.assign(known, values),
    get privateState() {
      return current;
    },
    setPrivateState: (value) => {
      current = value;
    },
    warnings: diagnostics.items,
    get warned() {
      return diagnostics.items.map(({ summary, detail }) => `${summary}: ${detail}`);
    },
    known,
  };
  return call;
}

/** Returns the answers one after the other, and throws errors. The last one repeats. */
export function inTurn<T>(...answers: (T | Error)[]): () => Promise<T> {
  let turn = 0;
  return async () => {
    const answer = answers[Math.min(turn, answers.length - 1)] as T | Error;
    turn += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  };
}

interface PlanOf<Values> {
  readonly prior?: Values;
  /** The configuration; absent: a destroy. */
  readonly config?: Plannable<Values>;
  readonly client?: Partial<Client>;
  /** @default the service of that client */
  readonly service?: Service;
  readonly privateState?: unknown;
  readonly plannedPrivateState?: unknown;
}

/** Plans one instance: its values, its diagnostics, and the attributes that require a replacement. */
export async function planOf<Values extends object>(resource: AnyResource, given: PlanOf<Values>) {
  const service = given.service ?? serviceOf(given.client);
  const { privateState, plannedPrivateState } = given;
  const opened = { ...openedCall(resource, { service, privateState }), plannedPrivateState };
  const prior = given.prior ? valuesIn(resource, given.prior) : null;
  let replace: readonly string[] = [];
  let planned: Partial<Plannable<Values>> = {};
  if (given.config) {
    // Computed attributes are not in a configuration.
    const config = mapRecord(valuesIn(resource, given.config), (value, name) => {
      const field = resource.schema[name];
      return field && "mode" in field && field.mode === "computed" ? null : value;
    });
    const result = await planResource(opened, { config, prior, proposed: config });
    replace = result.replace;
    planned = result.planned as Plannable<Values>;
  } else if (prior) await planDestroy(opened, prior);
  const { items } = opened.diagnostics;
  const warnings = items.map(({ summary, detail }) => ({ summary, detail }));
  const summaries = items.map(({ summary }) => summary);
  return {
    planned,
    replace,
    privateState: opened.call.privateState,
    diagnostics: items,
    warnings,
    summaries,
  };
}

/** Returns a value for every attribute, null if none is given. */
function valuesIn({ schema }: AnyResource, values: object): ValueRecord {
  const given = values as ValueRecord;
  const all = mapRecord(schema as unknown as ValueRecord, () => null);
  return Object.assign(all, given);
}
