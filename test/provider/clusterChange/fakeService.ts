import {
  ApiError,
  type Client,
  type CloningOperationRecord,
  type ConfigurationChangeRecord,
  type CreateConfigurationChangeBody,
  type ErrorKind,
  type Observed,
} from "../../../src/client";
import { failure } from "../../../src/client/messages/error";
import { liveSizing, type NewSettings, type Sizing } from "../../../src/provider/api/sizing";
import { afterwards, changeOf, clusterOf, NOW } from "./kit";

const KINDS: { readonly [status: number]: ErrorKind } = { 400: "invalid", 402: "payment", 404: "not_found" };

export function refusal(status: number, message: string): ApiError {
  return new ApiError(failure(KINDS[status] ?? "refused", { status, messages: [message] }), {
    attempt: {
      operation: "createConfigurationChange",
      pathParameters: { cluster_id: "c-1" },
      path: "/clusters/c-1/configuration-changes",
      baseUrl: "https://api.example",
    },
    summary: message,
    detail: "",
  });
}

type Script<Result> = ((service: FakeService) => Result)[];

/** A client with one cluster behind it, and scripts for what goes otherwise than usual. */
export class FakeService {
  /** What was asked, in order. */
  readonly asked: string[] = [];
  readonly bodies: CreateConfigurationChangeBody[] = [];
  changes: ConfigurationChangeRecord[];
  /** Changes that are too far back to be listed. */
  older: ConfigurationChangeRecord[] = [];
  clones: CloningOperationRecord[] = [];
  now = NOW;
  /** Undefined: 404. */
  cluster: ReturnType<typeof clusterOf> | undefined;
  /** What happens before each time that the changes are read, first to last. */
  readonly beforeLook: Script<void> = [];
  readonly onCreate: Script<void> = [];
  readonly onCancel: Script<void> = [];
  readonly onWait: Script<void> = [];
  readonly onClusterLook: Script<void> = [];
  #locked = false;

  constructor(live: Sizing, ...changes: ConfigurationChangeRecord[]) {
    this.cluster = clusterOf(live);
    this.changes = changes;
  }

  /** Lets a change begin, end or be cancelled. */
  becomes(id: string, status: string): void {
    this.changes = this.changes.map((one) => {
      if (one.id !== id) return one;
      if (status === "succeeded" && this.cluster) {
        this.runs(afterwards(liveSizing(this.cluster), settingsIn(one)));
      }
      return { ...one, status, completed_at: status === "succeeded" ? this.now / 1000 : null };
    });
  }

  runs(live: Sizing): void {
    this.cluster = clusterOf(live);
  }

  #ask(what: string, isWait = false): void {
    if (this.#locked === isWait) {
      throw new Error(`${what} ${isWait ? "while the cluster is locked" : "without the lock"}`);
    }
    this.asked.push(what);
  }

  readonly client: Client = {
    host: "api.example",
    clock: { now: () => this.now },
    pollInterval: 60_000,
    serverNow: () => this.now,
    knowsServerTime: () => true,
    exclusively: async (_id: string, signal: AbortSignal, act: () => Promise<unknown>) => {
      signal.throwIfAborted();
      if (this.#locked) throw new Error("locked within the lock");
      this.#locked = true;
      try {
        return await act();
      } finally {
        this.#locked = false;
      }
    },
    read: async (): Promise<Observed> => {
      this.#ask("read");
      const { cluster } = this;
      if (!cluster) return { kind: "missing", error: refusal(404, "Not found") } as unknown as Observed;
      return { kind: cluster.status === "in_service" ? "present" : "leaving", cluster };
    },
    changes: async () => {
      this.#ask("changes");
      this.beforeLook.shift()?.(this);
      return this.changes;
    },
    cloningOperations: async () => {
      this.#ask("clones");
      return this.clones;
    },
    waitForCloningOperation: async (_id: string, id: string) => {
      this.#ask(`wait clone ${id}`, true);
      this.clones = [];
    },
    readChange: async (_id: string, id: string) => {
      this.#ask(`read ${id}`);
      return this.older.find((one) => one.id === id) ?? null;
    },
    createChange: async (
      _id: string,
      given: CreateConfigurationChangeBody | ((now: number) => CreateConfigurationChangeBody),
      { isKnown }: { isKnown?: (id: string) => boolean },
    ) => {
      const body = typeof given === "function" ? given(this.now) : given;
      this.#ask("post");
      this.bodies.push(body);
      this.onCreate.shift()?.(this);
      const made = changeOf({ ...body, id: `own-${this.bodies.length}` } as never, this.#live());
      if (!this.changes.every(({ id }) => isKnown?.(id)) || isKnown?.(made.id)) {
        throw new Error("What was there before must be known, and nothing else");
      }
      this.changes = [made, ...this.changes];
      return made;
    },
    cancelChange: async (_id: string, id: string) => {
      this.#ask(`cancel ${id}`);
      this.onCancel.shift()?.(this);
      const found = this.changes.find((one) => one.id === id);
      if (!found) return { kind: "missing" };
      if (found.status === "in_progress") return { kind: "begun", record: found };
      if (found.status !== "pending") return { kind: "ended", record: found };
      this.becomes(id, "canceled");
      return { kind: "canceled", record: { ...found, status: "canceled" } };
    },
    waitForChange: async (_id: string, id: string, { signal }: { signal: AbortSignal }) => {
      this.#ask(`wait ${id}`, true);
      const scripted = this.onWait.shift();
      if (scripted) scripted(this);
      else this.becomes(id, "succeeded");
      signal.throwIfAborted();
      return this.changes.find((one) => one.id === id);
    },
    waitForCluster: async (_id: string, { judge }: { judge: (seen: Observed) => unknown }) => {
      this.#ask("wait for the cluster", true);
      for (;;) {
        this.onClusterLook.shift()?.(this);
        const { cluster } = this;
        const seen = (cluster ? { kind: "present", cluster } : { kind: "missing" }) as Observed;
        if (judge(seen) === "done") return seen;
        if (this.onClusterLook.length === 0) throw new Error("The cluster never shows it");
      }
    },
  } as unknown as Client;

  #live(): Sizing {
    if (!this.cluster) throw new Error("There is no cluster");
    return liveSizing(this.cluster);
  }
}

function settingsIn(change: ConfigurationChangeRecord): NewSettings {
  return Object.fromEntries(
    Object.entries(change).filter(([name, value]) => name.startsWith("new_") && value !== null),
  );
}
