import type {
  ApiError,
  CloningOperationRecord,
  ConfigurationChangeRecord,
  Observed,
} from "../../../../src/client";
import type { Termination } from "../../../../src/client/clusters/writes";
import {
  type ClonePrivateState,
  type CloneValues,
  cloningOperationSchema,
} from "../../../../src/provider/resources/cloningOperation/schema";
import { callOf, type FakeCall, look, serviceOf } from "../../kit";
import { nullsOf } from "../../support";

/** Returns a pending clone, as the client reads it. */
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
export const STORED: ClonePrivateState = { cluster: "c-1", host: "api.example" };
/** The private state once the clone is proved. */
export const PROVED: ClonePrivateState = { ...STORED, clone: "c-2" };

/** Returns the state of a clone of c-1 that requests nothing. */
export function cloneValues(values: Partial<CloneValues> = {}): CloneValues {
  return {
    ...nullsOf<CloneValues>(cloningOperationSchema),
    id: "cl-1",
    cluster_id: "c-1",
    status: "pending",
    ...values,
  };
}

/** The contents of the account. */
interface Account {
  /** Clusters by id; a list has one entry for each poll. @default in service */
  clusters: { readonly [id: string]: Observed | readonly Observed[] };
  clones: CloningOperationRecord[];
  changes: ConfigurationChangeRecord[];
  /** The responses to POST; the last one repeats. */
  posts: (CloningOperationRecord | ApiError)[];
  /** The end of a wait for a cloning operation. */
  ends: Partial<CloningOperationRecord>;
  /** The response to a cancel. @default - the record, canceled */
  cancel: { readonly kind: "begun" | "ended"; readonly record: CloningOperationRecord } | { kind: "missing" };
  terminate: Termination["kind"];
}
export type Given = Partial<Account>;

export interface CloneFake extends FakeCall<CloneValues, ClonePrivateState> {
  readonly account: Account;
  /** In order. */
  readonly requests: readonly string[];
}

/** Returns a call of an operation of c-1. No time passes; writes need the lock, and no wait may hold it. */
export function fakeCall(given: Given = {}, stored?: ClonePrivateState): CloneFake {
  const account: Account = {
    clusters: {},
    clones: [],
    changes: [],
    posts: [cloneRecord()],
    ends: DONE,
    cancel: { kind: "ended", record: cloneRecord({ status: "canceled" }) },
    terminate: "initiated",
    ...given,
  };
  const requests: string[] = [];
  const request = (what: string, needsLock?: boolean) => {
    if (needsLock !== undefined && service.locked() !== needsLock) throw new Error(`${what}: the lock`);
    requests.push(what);
  };
  const polls = new Map<string, number>();
  const observed = (id: string): Observed => {
    const turn = polls.get(id) ?? 0;
    polls.set(id, turn + 1);
    const seen = [account.clusters[id] ?? look("in_service")].flat() as Observed[];
    return seen[Math.min(turn, seen.length - 1)] as Observed;
  };
  const find = (id: string) => account.clones.find((one) => one.id === id);
  const service = serviceOf({
    async read(id) {
      request(`read ${id}`);
      return observed(id);
    },
    async changes() {
      request("changes");
      return account.changes;
    },
    async cloningOperations() {
      request("clones");
      return account.clones;
    },
    async readCloningOperation(_, id) {
      request(`read ${id}`);
      return find(id) ?? null;
    },
    async createCloningOperation(source, body, { isKnown }) {
      request(`clone ${source} ${JSON.stringify(body)}`, true);
      const [answer] = account.posts.length > 1 ? account.posts.splice(0, 1) : account.posts;
      if (!answer || answer instanceof Error) throw answer;
      if (isKnown?.(answer.id)) throw new Error(`${answer.id} was there before`);
      account.clones = [...account.clones, answer];
      return answer;
    },
    async cancelCloningOperation(_, id) {
      request(`cancel ${id}`, true);
      return account.cancel;
    },
    async waitForCloningOperation(_, id, { onPoll }) {
      request(`wait for ${id}`, false);
      const before = find(id) ?? cloneRecord({ id });
      onPoll?.({ ...before, status: "in_progress" });
      const now = { ...before, ...account.ends };
      account.clones = account.clones.map((one) => (one.id === id ? now : one));
      onPoll?.(now);
      return now;
    },
    async waitForChange(_, id) {
      request(`wait for ${id}`, false);
      const ended = account.changes.filter((one) => one.id === id);
      account.changes = account.changes.filter((one) => one.id !== id);
      return { ...(ended[0] as ConfigurationChangeRecord), status: "succeeded" };
    },
    async waitForCluster(id, { judge }) {
      request(`wait for ${id}`, false);
      for (let tries = 0; tries < 20; tries += 1) {
        const seen = observed(id);
        if (judge(seen) === "done") return seen;
      }
      throw new Error(`waited for ${id} for ever`);
    },
    async terminateCluster(id) {
      request(`terminate ${id}`, true);
      account.clusters = { ...account.clusters, [id]: [look("deprovisioning"), look("terminated")] };
      return { kind: account.terminate } as Termination;
    },
  });
  return Object.defineProperties(callOf<CloneValues, ClonePrivateState>(service, stored), {
    account: { value: account },
    requests: { value: requests },
  }) as CloneFake;
}
