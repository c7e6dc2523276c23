import type { NewSettings } from "../../../../src/api/requests";
import type {
  Client,
  ConfigurationChangeRecord,
  CreateConfigurationChangeBody,
  Observed,
} from "../../../../src/client";
import { liveSizing, type Sizing } from "../../../../src/provider/model/sizing";
import { clientOf } from "../../../../src/provider/shared/service";
import { look, serviceOf } from "../../kit";
import { seen } from "../../support";
import { afterwards, changeOf, clusterOf, NOW } from "./kit";

/** Events at successive requests. */
type Script = ((service: FakeService) => void)[];

/** A client of one cluster, with scripts for unusual events. */
export class FakeService {
  readonly requests: string[] = [];
  readonly bodies: CreateConfigurationChangeBody[] = [];
  changes: ConfigurationChangeRecord[];
  /** Changes that are too far back to be listed. */
  older: ConfigurationChangeRecord[] = [];
  now = NOW;
  /** The cluster; undefined: 404. */
  cluster: ReturnType<typeof clusterOf> | undefined;
  /** Events before each read of the changes. */
  readonly onRead: Script = [];
  readonly onCreate: Script = [];
  readonly onCancel: Script = [];
  readonly onWait: Script = [];
  /** Events before each poll of the cluster. */
  readonly onPoll: Script = [];

  constructor(live: Sizing, ...changes: ConfigurationChangeRecord[]) {
    this.cluster = clusterOf(live);
    this.changes = changes;
  }

  /** Sets the status of a change. */
  becomes(id: string, status: string): void {
    this.changes = this.changes.map((one) => {
      if (one.id !== id) return one;
      if (status === "succeeded") this.runs(afterwards(this.#live(), settingsIn(one)));
      return { ...one, status, completed_at: status === "succeeded" ? this.now / 1000 : null };
    });
  }

  runs(live: Sizing): void {
    this.cluster = clusterOf(live);
  }

  passes(milliseconds: number): void {
    this.now += milliseconds;
  }

  /** Records a request. Reads and writes need the lock of the cluster, and no wait may hold it. */
  request(what: string, isWait = false): void {
    if (this.#service.locked() === isWait) {
      throw new Error(`${what} ${isWait ? "while the cluster is locked" : "without the lock"}`);
    }
    this.requests.push(what);
  }

  #observed(): Observed {
    return this.cluster ? seen(this.cluster) : look(null);
  }

  #live(): Sizing {
    if (!this.cluster) throw new Error("There is no cluster");
    return liveSizing(this.cluster);
  }

  readonly #service = serviceOf({
    clock: { now: () => this.now, sleep: async () => {} },
    serverNow: () => this.now,
    read: async () => {
      this.request("read");
      return this.#observed();
    },
    changes: async () => {
      this.request("changes");
      this.onRead.shift()?.(this);
      return this.changes;
    },
    cloningOperations: async () => {
      this.request("clones");
      return [];
    },
    readChange: async (_, id) => {
      this.request(`read ${id}`);
      return this.older.find((one) => one.id === id) ?? null;
    },
    createChange: async (_, given, { isKnown }) => {
      const body = typeof given === "function" ? given(this.now) : given;
      this.request("post");
      this.bodies.push(body);
      this.onCreate.shift()?.(this);
      const created = changeOf({ ...body, id: `own-${this.bodies.length}` } as never, this.#live());
      if (!this.changes.every(({ id }) => isKnown?.(id)) || isKnown?.(created.id)) {
        throw new Error("What was there before must be known, and nothing else");
      }
      this.changes = [created, ...this.changes];
      return created;
    },
    cancelChange: async (_, id) => {
      this.request(`cancel ${id}`);
      this.onCancel.shift()?.(this);
      const record = this.changes.find((one) => one.id === id);
      if (!record) return { kind: "missing" } as never;
      if (record.status === "in_progress") return { kind: "begun", record };
      if (record.status !== "pending") return { kind: "ended", record };
      this.becomes(id, "canceled");
      return { kind: "canceled", record: { ...record, status: "canceled" } };
    },
    waitForChange: async (_, id, { signal }) => {
      this.request(`wait ${id}`, true);
      const script = this.onWait.shift() ?? ((it) => it.becomes(id, "succeeded"));
      script(this);
      signal.throwIfAborted();
      return this.changes.find((one) => one.id === id) as ConfigurationChangeRecord;
    },
    waitForCluster: async (_, { judge }) => {
      this.request("wait for the cluster", true);
      for (;;) {
        this.onPoll.shift()?.(this);
        const observed = this.#observed();
        if (judge(observed) === "done") return observed;
        if (this.onPoll.length === 0) throw new Error("The cluster never shows it");
      }
    },
  });
  readonly client: Client = clientOf(this.#service);
}

function settingsIn(change: ConfigurationChangeRecord): NewSettings {
  return Object.fromEntries(
    Object.entries(change).filter(([name, value]) => name.startsWith("new_") && value !== null),
  );
}
