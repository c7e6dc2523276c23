import { isRefusal } from "../model/errors";
import {
  displayName,
  failureMessage,
  readInFlight,
  STAYS,
  type Workflow,
  type WorkflowRecord,
} from "./changes/inFlight";
import { markManaged } from "./changes/managedIds";
import { refusedBeside } from "./changes/whenFree";
import { type ChildCall, refuseMissing, refuseOtherHost } from "./child";
import { clientOf } from "./service";

/** The state of a change or a clone. */
interface State {
  readonly id: string | null;
  readonly cluster_id: string;
  readonly status: string | null;
}

/** Prepares a read or a cancel. */
function begin(call: ChildCall, { cluster_id: cluster, id }: State) {
  const client = clientOf(call.service);
  markManaged(client, cluster, id);
  return { client, cluster, id: id ?? "", options: { signal: call.signal } };
}

/**
 * Reads a change or a clone for a refresh, and warns once if it ended without success. Returns null for a 404.
 *
 * @throws TerraformError for a 404 to an import, or from another host.
 */
export async function readWorkflow<R extends WorkflowRecord>(
  workflow: Workflow<R>,
  call: ChildCall,
  state: State,
): Promise<R | null> {
  const { client, cluster, id, options } = begin(call, state);
  const record = await workflow.read(client)(cluster, id, options);
  if (!record) refuseMissing(call, displayName(workflow, state));
  else if (state.status !== record.status && (record.status === "failed" || record.status === "canceled"))
    call.warn(...failureMessage(workflow, cluster, record, STAYS));
  return record;
}

/** Cancels a pending change or clone, and returns its record afterwards; null if there is none any more. */
export function cancelWorkflow<R extends WorkflowRecord>(
  workflow: Workflow<R>,
  call: ChildCall,
  state: State,
): Promise<R | null> {
  const { cluster, id } = begin(call, state);
  return cancelPending(workflow, call, { cluster, id }, () =>
    refuseOtherHost(call, displayName(workflow, state)),
  );
}

/**
 * Does the same for one that no state has.
 *
 * @param onMissing called for a 404
 */
export function cancelPending<R extends WorkflowRecord>(
  workflow: Workflow<R>,
  { service, signal }: Pick<ChildCall, "service" | "signal">,
  { cluster, id }: { readonly cluster: string; readonly id: string },
  onMissing: () => void,
): Promise<R | null> {
  const client = clientOf(service);
  const options = { signal };
  return client.exclusively(cluster, signal, async () => {
    const record = await workflow.read(client)(cluster, id, options);
    if (!record) onMissing();
    if (record?.status !== "pending") return record;
    try {
      return (await workflow.cancel(client)(cluster, id, options)).record ?? null;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // The changes and clones of a cluster end with it (docs/design/laws.md#l11).
      const seen = await client.read(cluster, "fresh", options);
      if (seen.kind !== "present") return null;
      const { active, scheduled } = await readInFlight(client, cluster, signal);
      throw refusedBeside(error, active ?? scheduled);
    }
  });
}
