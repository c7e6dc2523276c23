import { ApiError, type Client, type ErrorKind, type Observed } from "../../src/client";
import { failure } from "../../src/client/messages/error";
import type { AnyResource, Call, Path, Plannable } from "../../src/framework";
import { planDestroy, planResource } from "../../src/framework/planResource";
import type { ChildPrivateState } from "../../src/provider/child";
import type { Service } from "../../src/provider/service";
import { mapRecord, type ValueRecord } from "../../src/wire/cty/value";
import { callOf as openedCall } from "../support/call";
import { collectLog } from "../support/log";
import { record } from "./support";

export const NOW = Date.UTC(2026, 10, 20);

/** What the client throws when a request fails so. */
export function failing(kind: ErrorKind, status: number | null, summary = "No"): ApiError {
  return new ApiError(failure(kind === "lost_write" ? "timeout" : kind, { status }), {
    attempt: {
      operation: "createServerConfigurationParameter",
      pathParameters: { cluster_id: "c-1" },
      path: "/clusters/c-1/server-configuration-parameters",
      baseUrl: "https://api.example",
    },
    summary,
    detail: "As the service says.",
    kind,
  });
}

/** One look at a cluster: in a status, or answered with 404. */
export function look(status: string | null): Observed {
  if (status === null) return { kind: "missing", error: failing("not_found", 404) };
  const cluster = record({ status: status as "in_service" });
  const leaving = status === "deprovisioning" || status === "terminated";
  return { kind: leaving ? "leaving" : "present", cluster };
}

/** A client of one cluster in service with nothing on its way, but for what a test gives; with a lock that must not nest. */
export function serviceOf(given: Partial<Client>): Service & { readonly locked: () => boolean } {
  let locked = false;
  const client: Partial<Client> = {
    host: "api.example",
    pollInterval: 60_000,
    serverNow: () => NOW,
    knowsServerTime: () => true,
    clock: { now: () => NOW, sleep: async () => {} },
    capabilities: async () => null,
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
    names: new Set(),
    locked: () => locked,
  };
}

export interface FakeCall<Values> extends Call<Values, Service, ChildPrivateState> {
  readonly warned: readonly string[];
  readonly known: Partial<Values>;
}

export function callOf<Values>(service: Service, kept?: ChildPrivateState): FakeCall<Values> {
  const warned: string[] = [];
  const known: Partial<Values> = {};
  let beside = kept;
  return {
    service,
    signal: new AbortController().signal,
    deadline: NOW + 3_600_000,
    timeout: "1h",
    log: collectLog().log,
    warn: (summary: string, detail: string, _path?: Path) => void warned.push(`${summary}: ${detail}`),
    saveState: (values) => void Object.assign(known, values),
    get privateState() {
      return beside;
    },
    setPrivateState: (value) => {
      beside = value;
    },
    warned,
    known,
  };
}

/** Answers one after the other; what is an error is thrown. The last one stays. */
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
  /** Left out: a destroy. */
  readonly config?: Plannable<Values>;
  readonly client?: Partial<Client>;
  readonly privateState?: unknown;
}

/** What the framework plans for one instance: the warnings that Terraform shows, and what asks for a replacement. */
export async function planOf<Values extends object>(resource: AnyResource, given: PlanOf<Values>) {
  const opened = openedCall(resource, {
    service: serviceOf(given.client ?? {}),
    privateState: given.privateState,
  });
  const prior = given.prior ? valuesIn(resource, given.prior) : null;
  let replace: readonly string[] = [];
  if (given.config) {
    const config = valuesIn(resource, given.config);
    ({ replace } = await planResource(opened, { config, prior, proposed: config }));
  } else if (prior) await planDestroy(opened, prior);
  const warnings = opened.diagnostics.items.map(({ summary, detail }) => ({ summary, detail }));
  return { replace, warnings, summaries: warnings.map(({ summary }) => summary) };
}

/** The values of every attribute, null where nothing is given. */
function valuesIn({ schema }: AnyResource, values: object): ValueRecord {
  const given = values as ValueRecord;
  const all = mapRecord(schema as unknown as ValueRecord, () => null);
  return Object.assign(all, given);
}
