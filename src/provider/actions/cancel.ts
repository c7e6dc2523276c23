import type { OperationId } from "../../api/operations";
import type { Client } from "../../client";
import {
  type ActionCall,
  type ActionPlanning,
  define,
  defineActionSchema,
  type Plannable,
  TerraformError,
  type ValuesOf,
} from "../../framework";
import { givenName } from "../model/attributes";
import { uncapitalized } from "../model/words";
import {
  CHANGE,
  CLONE,
  displayName,
  isInFlight,
  type Workflow,
  type WorkflowRecord,
} from "../shared/changes/inFlight";
import { clusterDisplayName } from "../shared/child";
import { warnOfCredential } from "../shared/preflight/credential";
import { readHint } from "../shared/preflight/hint";
import { clientOf, type Service } from "../shared/service";
import { cancelPending } from "../shared/workflow";
import { clusterArgument } from "./arguments";
import { endedEarly } from "./ending";

/** One kind of operation that can be cancelled. */
interface Cancelled<R extends WorkflowRecord> {
  readonly name: "cancel_change" | "cancel_clone";
  readonly description: string;
  readonly workflow: Workflow<R>;
  readonly operation: OperationId;
  readonly list: (
    client: Client,
  ) => (id: string, options: { readonly signal: AbortSignal }) => Promise<readonly R[]>;
  /** The consequence if it has begun, as a sentence. */
  readonly begun: string;
}

const schemaOf = (noun: string) =>
  defineActionSchema({
    cluster_id: clusterArgument("Cluster reference ID of the cluster."),
    id: {
      ...givenName(
        `Identifier of the ${noun} to cancel. The default is the one that is pending when the action runs, whoever requested it.`,
      ),
      mode: "optional",
    },
  });

type CancelValues = ValuesOf<ReturnType<typeof schemaOf>>;

/** Creates the action that cancels a pending operation (docs/design/actions.md#cancel). */
function cancelling<R extends WorkflowRecord>(kind: Cancelled<R>) {
  return define<Service>().action({
    name: kind.name,
    description: kind.description,
    schema: schemaOf(uncapitalized(kind.workflow.noun)),
    plan: (planning) => planCancel(kind, planning),
    invoke: (call, config) =>
      invokeCancel(kind, call, config).catch((error: unknown) => {
        throw endedEarly(
          error,
          `The ${uncapitalized(kind.workflow.noun)} may or may not be cancelled: check its record. Invoking this action again is safe.`,
        );
      }),
  });
}

/** `action "searchcloud_cancel_change"`. */
export const cancelChange = cancelling({
  name: "cancel_change",
  description:
    "Cancels the pending configuration change of a cluster. If none is pending, it does nothing and says so. It fails if the change has begun. The next plan of a " +
    "`searchcloud_cluster` whose change was cancelled shows the difference, and an apply requests the change again.",
  workflow: CHANGE,
  operation: "cancelConfigurationChange",
  list: (client) => client.changes,
  begun: "The service completes it: it cannot be stopped.",
});

/** `action "searchcloud_cancel_clone"`. */
export const cancelClone = cancelling({
  name: "cancel_clone",
  description:
    "Cancels the pending cloning operation of a cluster. If none is pending, it does nothing and says so. It fails if the operation has begun, which then creates a clone that is billed.",
  workflow: CLONE,
  operation: "cancelCloningOperation",
  list: (client) => client.cloningOperations,
  begun: "It creates a clone that is billed: terminate the clone when the operation has ended.",
});

async function planCancel<R extends WorkflowRecord>(
  kind: Cancelled<R>,
  planning: ActionPlanning<CancelValues, Service>,
): Promise<void> {
  const { config, warn } = planning;
  const cluster = clusterDisplayName(config.cluster_id);
  const { noun } = kind.workflow;
  await warnOfCredential(planning, `cancel a ${uncapitalized(noun)} of ${cluster}`, [kind.operation]);
  const known = await pendingNow(kind, planning, config);
  const whenRun = "The action cancels the operation that is pending when it runs.";
  if (known === null) warn(`No ${uncapitalized(noun)} of ${cluster} is pending now`, whenRun);
  else if (known === undefined)
    warn(
      `A pending ${uncapitalized(noun)} of ${cluster} is cancelled`,
      `${whenRun} If none is, it does nothing.`,
    );
  else
    warn(
      `${displayName(kind.workflow, { id: known.id, cluster_id: String(config.cluster_id) })} is cancelled`,
      `${kind.workflow.describe(known)}. ${whenRun}`,
    );
}

/** Reads the operation that would be cancelled now, as a hint; null: none, undefined: not known. */
async function pendingNow<R extends WorkflowRecord>(
  kind: Cancelled<R>,
  planning: ActionPlanning<CancelValues, Service>,
  { cluster_id: cluster, id }: Plannable<CancelValues>,
): Promise<R | null | undefined> {
  if (typeof cluster !== "string" || (id !== null && typeof id !== "string")) return undefined;
  const all = await readHint(planning, (client, options) => kind.list(client)(cluster, options));
  if (all === null) return undefined;
  return all.find((record) => record.status === "pending" && (id === null || record.id === id)) ?? null;
}

async function invokeCancel<R extends WorkflowRecord>(
  kind: Cancelled<R>,
  call: ActionCall<Service>,
  config: CancelValues,
): Promise<void> {
  const { cluster_id: cluster } = config;
  const { workflow } = kind;
  const id = config.id ?? (await findPending(kind, call, cluster));
  if (id === null) return;
  const record = await cancelPending(workflow, call, { cluster, id }, () => {
    if (config.id !== null) throw missingError(displayName(workflow, { id, cluster_id: cluster }));
  });
  const what = displayName(workflow, { id, cluster_id: cluster });
  if (record === null)
    return call.warn(
      `${what} is gone`,
      "The service answers 404 for it, or is terminating its cluster. Nothing is left to cancel.",
    );
  if (record.status === "canceled") return call.progress(`${what} is cancelled`);
  if (isInFlight(record)) throw begunError(kind, what, record);
  call.warn(
    `${what} had ended before it could be cancelled`,
    `${workflow.describe(record)}. Nothing was cancelled.`,
  );
}

/** Returns the id of the one that is pending; null: nothing is in flight, which is reported. */
async function findPending<R extends WorkflowRecord>(
  kind: Cancelled<R>,
  call: ActionCall<Service>,
  cluster: string,
): Promise<string | null> {
  const { workflow } = kind;
  const all = await kind.list(clientOf(call.service))(cluster, { signal: call.signal });
  const [first, ...others] = all.filter(({ status }) => status === "pending");
  if (first && others.length > 0) throw severalError(workflow, cluster, [first, ...others]);
  if (first) return first.id;
  const running = all.find(isInFlight);
  if (running)
    throw begunError(kind, displayName(workflow, { id: running.id, cluster_id: cluster }), running);
  call.progress(`No ${uncapitalized(workflow.noun)} of cluster ${cluster} is pending: nothing to cancel`);
  return null;
}

function begunError<R extends WorkflowRecord>(
  { workflow, begun }: Cancelled<R>,
  what: string,
  record: R,
): TerraformError {
  return new TerraformError(
    `${what} has begun and cannot be cancelled`,
    `${workflow.describe(record)}. Only a pending one can be cancelled. ${begun}`,
  );
}

function severalError<R extends WorkflowRecord>(
  { noun, describe }: Workflow<R>,
  cluster: string,
  records: readonly R[],
): TerraformError {
  return new TerraformError(
    `Cluster ${cluster} has several pending ${uncapitalized(noun)}s`,
    `${records.map(describe).join(", ")}. Nothing was cancelled. Set id to the one to cancel.`,
    ["id"],
  );
}

function missingError(what: string): TerraformError {
  return new TerraformError(
    `Cannot cancel ${uncapitalized(what)}: it does not exist`,
    "The service answers 404. Nothing was cancelled. Check cluster_id and id, and that this key can see the cluster.",
    ["id"],
  );
}
