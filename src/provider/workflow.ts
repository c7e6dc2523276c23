import type { Client, CloningOperationRecord, ConfigurationChangeRecord } from "../client";
import type { Call } from "../framework";
import { describeChange, describeClone } from "./api/describe";
import { isRefusal } from "./api/errors";
import { type ChildPrivateState, refuseMissing, refuseOtherHost } from "./child";
import { type InFlight, readInFlight } from "./clusterChange/inFlight";
import { markManaged } from "./clusterChange/managedIds";
import { refusedBeside } from "./clusterChange/whenFree";
import { clientOf, type Service } from "./service";

type Of<Result> = (
  clusterId: string,
  id: string,
  options: { readonly signal: AbortSignal },
) => Promise<Result>;

/** A change or a clone: pending, then in progress, then ended. */
export interface Workflow<R extends InFlight["record"]> {
  readonly noun: "Configuration change" | "Cloning operation";
  readonly describe: (record: R) => string;
  /** What it comes to without success, as a sentence. */
  readonly outcome: (record: R) => string;
  readonly read: (client: Client) => Of<R | null>;
  readonly cancel: (client: Client) => Of<{ readonly kind: string; readonly record?: R }>;
}

export const CHANGE: Workflow<ConfigurationChangeRecord> = {
  noun: "Configuration change",
  describe: describeChange,
  outcome: ({ status }) =>
    status === "failed"
      ? "The service leaves the cluster in a state between old and new."
      : "The cluster stays as it was.",
  read: ({ readChange }) => readChange,
  cancel: ({ cancelChange }) => cancelChange,
};

export const CLONE: Workflow<CloningOperationRecord> = {
  noun: "Cloning operation",
  describe: describeClone,
  outcome: () => "It created no clone.",
  read: ({ readCloningOperation }) => readCloningOperation,
  cancel: ({ cancelCloningOperation }) => cancelCloningOperation,
};

/** What state holds of either. */
interface State {
  readonly id: string | null;
  readonly cluster_id: string;
  readonly status: string | null;
}
type WorkflowCall = Call<never, Service, ChildPrivateState>;

/** As a sentence begins with it: "Cloning operation cl-1 of cluster c-1". */
export function called({ noun }: Pick<Workflow<never>, "noun">, { id, cluster_id }: Omit<State, "status">) {
  return `${noun} ${id} of cluster ${cluster_id}`;
}

export const REQUESTED_AGAIN = "The next apply requests it again.";
export const STAYS = "It stays in the state. To request another one, change a value of `triggers`.";

/** Summary and detail for one that has failed or was cancelled; `next` is what follows from that. */
export function endedBadly<R extends InFlight["record"]>(
  workflow: Workflow<R>,
  cluster_id: string,
  record: R,
  next: string,
): [summary: string, detail: string] {
  const how = record.status === "failed" ? "has failed" : "was cancelled";
  return [
    `${called(workflow, { id: record.id, cluster_id })} ${how}`,
    `${workflow.describe(record)}. ${workflow.outcome(record)} ${next}`,
  ];
}

/**
 * Reads it for a refresh, and warns once of an end without success. Null: 404, and it may be gone.
 *
 * @throws TerraformError for a 404 to an import, or from another host.
 */
export async function readWorkflow<R extends InFlight["record"]>(
  workflow: Workflow<R>,
  call: WorkflowCall,
  state: State,
): Promise<R | null> {
  const { cluster_id: cluster, id } = state;
  const client = clientOf(call.service);
  markManaged(client, cluster, id);
  const record = await workflow.read(client)(cluster, id ?? "", { signal: call.signal });
  if (!record) refuseMissing(call, called(workflow, state));
  else if (state.status !== record.status && (record.status === "failed" || record.status === "canceled"))
    call.warn(...endedBadly(workflow, cluster, record, STAYS));
  return record;
}

/** Cancels it where it is pending, and returns its record afterwards. Null: there is none any more. */
export function cancelled<R extends InFlight["record"]>(
  workflow: Workflow<R>,
  call: WorkflowCall,
  state: State,
): Promise<R | null> {
  const { cluster_id: cluster, id } = state;
  const { signal } = call;
  const client = clientOf(call.service);
  markManaged(client, cluster, id);
  return client.exclusively(cluster, signal, async () => {
    const record = await workflow.read(client)(cluster, id ?? "", { signal });
    if (!record) refuseOtherHost(call, called(workflow, state));
    if (record?.status !== "pending") return record;
    try {
      const result = await workflow.cancel(client)(cluster, record.id, { signal });
      return result.record ?? null;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // What belongs to a cluster that is going away goes with it (docs/design/laws.md#l11).
      const seen = await client.read(cluster, "fresh", { signal });
      if (seen.kind !== "present") return null;
      const { active, scheduled } = await readInFlight(client, cluster, signal);
      throw refusedBeside(error, active ?? scheduled);
    }
  });
}
