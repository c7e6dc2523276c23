import { ApiError, type Client, type ErrorKind, type ServerParameterRecord } from "../../../src/client";
import { type Failure, failure } from "../../../src/client/messages/error";
import type { PrivateState } from "../../../src/provider/cluster/privateState";
import { call, record, seen, service } from "../support";

/** A parameter as the service shows it; its id follows from its name. */
export function parameter(
  name: string,
  value: string,
  updated_at: number | null = null,
): ServerParameterRecord {
  return {
    id: `id of ${name}`,
    parameter_name: name,
    parameter_value: value,
    created_at: null,
    updated_at,
  } as ServerParameterRecord;
}

const KINDS: { readonly [status: number]: ErrorKind } = {
  400: "invalid",
  402: "payment",
  403: "auth",
  404: "not_found",
};

/** The failure of a write, as the client throws it. */
export function failed(given: Failure, summary: string, kind?: ErrorKind): ApiError {
  return new ApiError(given, {
    attempt: {
      operation: "createServerConfigurationParameter",
      pathParameters: { cluster_id: "c-1" },
      path: "/clusters/c-1/server-configuration-parameters",
      baseUrl: "https://api.example",
    },
    summary,
    detail: "",
    ...(kind && { kind }),
  });
}

export function answered(status: number, message: string): ApiError {
  return failed(failure(KINDS[status] ?? "refused", { status, messages: [message] }), message);
}

type Script = ((it: FakeParameters) => void)[];

/** A service that holds parameters, with scripts for what goes otherwise than usual. */
export class FakeParameters {
  readonly asked: string[] = [];
  readonly beforeList: Script = [];
  readonly beforeWrite: Script = [];
  readonly afterWrite: Script = [];
  changes: { id: string; status: string; perform_change_at: number | null }[] = [];
  clones: { id: string; status: string }[] = [];
  /** What the service makes of a value. */
  normalise = (value: string) => value;
  #held: Map<string, string>;
  #isLocked = false;

  constructor(
    held: Record<string, string> = {},
    /** When each of those was set, in epoch seconds. */
    private readonly since: number | null = null,
  ) {
    this.#held = new Map(Object.entries(held));
  }

  get held(): Record<string, string> {
    return Object.fromEntries(this.#held);
  }

  set(name: string, value: string): void {
    this.#held.set(name, value);
  }

  drop(name: string): void {
    this.#held.delete(name);
  }

  #ask(what: string, isWait = false): void {
    if (this.#isLocked === isWait) throw new Error(`${what} ${isWait ? "within" : "without"} the lock`);
    this.asked.push(what);
  }

  #write(what: string, name: string, act: () => void): void {
    this.#ask(what);
    this.beforeWrite.shift()?.(this);
    if (!what.startsWith("create") && !this.#held.has(name)) throw answered(404, "Not found");
    if (what.startsWith("create") && this.#held.has(name)) throw answered(422, "It exists already");
    act();
    this.afterWrite.shift()?.(this);
  }

  readonly client: Partial<Client> = {
    pollInterval: 1000,
    serverNow: () => 0,
    exclusively: async (_id, signal, act) => {
      signal.throwIfAborted();
      this.#isLocked = true;
      try {
        return await act();
      } finally {
        this.#isLocked = false;
      }
    },
    read: async () => {
      this.#ask("read");
      return seen(record());
    },
    parameters: async () => {
      this.#ask("list");
      this.beforeList.shift()?.(this);
      return [...this.#held].map(([name, value]) => parameter(name, value, this.since));
    },
    createParameter: async (_id, { parameter_name: name, parameter_value: value }) => {
      this.#write(`create ${name}=${value}`, name, () => this.#held.set(name, this.normalise(value)));
      return parameter(name, this.normalise(value));
    },
    updateParameter: async (_id, id, value) => {
      const name = id.replace("id of ", "");
      this.#write(`update ${name}=${value}`, name, () => this.#held.set(name, this.normalise(value)));
      return parameter(name, this.normalise(value));
    },
    deleteParameter: async (_id, id) => {
      const name = id.replace("id of ", "");
      this.#ask(`delete ${name}`);
      this.beforeWrite.shift()?.(this);
      const isThere = this.#held.delete(name);
      this.afterWrite.shift()?.(this);
      return isThere ? "deleted" : "missing";
    },
    changes: async () => {
      this.#ask("changes");
      return this.changes as never;
    },
    cloningOperations: async () => {
      this.#ask("clones");
      return this.clones as never;
    },
    waitForChange: async (_cluster, id) => {
      this.#ask(`wait ${id}`, true);
      this.changes = [];
      return undefined as never;
    },
    waitForCloningOperation: async (_cluster, id) => {
      this.#ask(`wait clone ${id}`, true);
      this.clones = [];
      return undefined as never;
    },
  };
}

export const KEPT: PrivateState = { id: "c-1", host: "api.example", protected: false };

export function callOf(fake: FakeParameters, kept: PrivateState = KEPT) {
  return call(service([], { client: fake.client }), { kept });
}
