import type {
  Client,
  CloningOperationRecord,
  ConfigurationChangeRecord,
  Observed,
} from "../../../src/client";
import { isUnknown, type Path } from "../../../src/framework";
import type {
  CloneCall,
  ClonePrivateState,
  CloneValues,
} from "../../../src/provider/cloningOperation/schema";
import { collectLog } from "../../support/log";
import { MISSING, record, seen } from "../support";

/** A clone that is pending, as the client reads it. */
export function cloneRecord(changes: Partial<CloningOperationRecord> = {}): CloningOperationRecord {
  return {
    id: "cl-1",
    status: "pending",
    created_at: 1_700_000_000,
    updated_at: 1_700_000_001,
    completed_at: null,
    source_region: "oregon",
    target_region: "oregon",
    search_server_version: "30.2",
    target_cluster_reference_id: null,
    notification_email_addresses: [],
    ...changes,
  };
}

export const DONE = { status: "succeeded", target_cluster_reference_id: "c-2" } as const;

/** What Terraform keeps of a clone of c-1 that asks for nothing. */
export function cloneValues(values: Partial<CloneValues> = {}): CloneValues {
  return {
    id: "cl-1",
    cluster_id: "c-1",
    target_region: null,
    search_server_version: null,
    notification_email_addresses: null,
    triggers: null,
    wait: null,
    terminate_clone_on_destroy: null,
    timeouts: null,
    status: "pending",
    source_region: null,
    target_cluster_id: null,
    created_at: null,
    completed_at: null,
    ...values,
  };
}

/** An ApiError as far as a provider can tell it apart. */
export function apiError(status: number, kind: string, summary = `The service said ${status}`): Error {
  return Object.assign(new Error(summary), { name: "ApiError", status, kind, summary, detail: summary });
}

/** What the account holds, to be changed by a test; a function sees how often it was asked. */
export interface Account {
  clusters: Record<string, Observed | ((look: number) => Observed)>;
  clones: CloningOperationRecord[];
  changes: ConfigurationChangeRecord[];
  /** What each POST does; the last one is repeated. @default makes a clone that has succeeded */
  posts: (() => CloningOperationRecord)[];
  /** How a wait for a cloning operation ends. @default as the account says */
  ends: Partial<CloningOperationRecord>;
  cancel: "canceled" | "begun" | "pending" | "ended" | "missing" | Error;
  terminate: "initiated" | "leaving" | "missing";
}

export interface FakeCall extends CloneCall {
  readonly account: Account;
  /** All that was asked of the service, in order. */
  readonly asked: readonly string[];
  readonly said: readonly { summary: string; detail: string; path?: Path }[];
  readonly keeps: () => ClonePrivateState | undefined;
  readonly keptValues: () => Partial<CloneValues>;
}

/** One call of an operation of c-1, against an account in memory in which no time passes. */
export function fakeCall(
  given: Partial<Account> = {},
  kept?: ClonePrivateState,
  deadline = 3_600_000,
): FakeCall {
  const account: Account = {
    clusters: { "c-1": seen(record()), "c-2": seen(record({ id: "c-2" })) },
    clones: [],
    changes: [],
    posts: [() => cloneRecord()],
    ends: DONE,
    cancel: "canceled",
    terminate: "initiated",
    ...given,
  };
  const asked: string[] = [];
  const looks = new Map<string, number>();
  let posted = 0;
  const look = (id: string): Observed => {
    const times = (looks.get(id) ?? 0) + 1;
    looks.set(id, times);
    const found = account.clusters[id] ?? MISSING;
    return typeof found === "function" ? found(times) : found;
  };
  const find = (id: string) => account.clones.find((one) => one.id === id);
  const client: Partial<Client> = {
    host: "api.example",
    pollInterval: 60_000,
    clock: { now: () => 0, sleep: async () => {} } as Client["clock"],
    serverNow: () => 1_700_000_000_000,
    exclusively: async (_id, _signal, act) => {
      asked.push("lock");
      const answer = await act();
      asked.push("unlock");
      return answer;
    },
    async read(id) {
      asked.push(`read ${id}`);
      return look(id);
    },
    async changes() {
      asked.push("changes");
      return account.changes;
    },
    async cloningOperations() {
      asked.push("clones");
      return account.clones;
    },
    async readCloningOperation(_cluster, id) {
      asked.push(`read clone ${id}`);
      return find(id) ?? null;
    },
    async createCloningOperation(cluster, body, { isKnown }) {
      asked.push(`clone ${cluster} ${JSON.stringify(body)}`);
      const post = account.posts[Math.min(posted, account.posts.length - 1)];
      posted += 1;
      const made = post?.() ?? cloneRecord();
      if (isKnown?.(made.id)) throw new Error(`${made.id} was there before`);
      account.clones.push(made);
      return made;
    },
    async cancelCloningOperation(_cluster, id) {
      asked.push(`cancel ${id}`);
      if (account.cancel instanceof Error) throw account.cancel;
      if (account.cancel === "missing") return { kind: "missing" };
      const operation = {
        canceled: cloneRecord({ status: "canceled" }),
        begun: cloneRecord({ status: "in_progress" }),
        pending: cloneRecord(),
        ended: cloneRecord(DONE),
      }[account.cancel];
      return { kind: account.cancel === "pending" ? "begun" : account.cancel, record: operation };
    },
    async waitForCloningOperation(_cluster, id, { onPoll }) {
      asked.push(`wait for clone ${id}`);
      const found = find(id) ?? cloneRecord({ id });
      const ended = found.status === "pending" || found.status === "in_progress" ? account.ends : {};
      onPoll?.({ ...found, status: "in_progress" });
      const now = { ...found, ...ended };
      account.clones = account.clones.map((one) => (one.id === id ? now : one));
      return now;
    },
    async waitForChange(_cluster, id) {
      asked.push(`wait for change ${id}`);
      account.changes = account.changes.map((one) => (one.id === id ? { ...one, status: "succeeded" } : one));
      const ended = account.changes.find((one) => one.id === id);
      if (!ended) throw new Error(`no change ${id}`);
      return ended;
    },
    async waitForCluster(id, { judge }) {
      asked.push(`wait for ${id}`);
      for (let tries = 0; tries < 20; tries += 1) {
        const answer = look(id);
        if (judge(answer) === "done") return answer;
      }
      throw new Error(`waited for ${id} for ever`);
    },
    async wait({ poll: looking, judge }) {
      asked.push("wait");
      const answer = await looking(new AbortController().signal);
      if (judge(answer) !== "done") throw new Error("not done");
      return answer;
    },
    async terminateCluster(id) {
      asked.push(`terminate ${id}`);
      const leaving = seen(record({ id, status: "deprovisioning" }));
      account.clusters[id] = leaving;
      if (account.terminate === "initiated") return { kind: "initiated" };
      return (account.terminate === "missing" ? MISSING : leaving) as Awaited<
        ReturnType<Client["terminateCluster"]>
      >;
    },
  };
  const said: { summary: string; detail: string; path?: Path }[] = [];
  const keptValues: Partial<CloneValues> = {};
  let keeps = kept;
  return {
    account,
    asked,
    said,
    keeps: () => keeps,
    keptValues: () => keptValues,
    service: { client: client as Client, allowDuplicateNames: false, names: new Set() },
    signal: new AbortController().signal,
    deadline,
    timeout: "1h",
    log: collectLog().log,
    warn: (summary, detail, path) => void said.push({ summary, detail, path }),
    saveState: (values) => void Object.assign(keptValues, values),
    get privateState() {
      return keeps;
    },
    setPrivateState: (value) => {
      if (isUnknown(value)) throw new Error("nothing unknown is kept");
      keeps = value;
    },
  };
}

/** What was asked, without the locks. */
export function requests({ asked }: FakeCall): string[] {
  return asked.filter((one) => one !== "lock" && one !== "unlock");
}
