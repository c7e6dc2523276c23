import { STARTING_STATUSES } from "../../../api/enumerations";
import { CLUSTER_MISSES, LISTING_MAX_AGE_MS, missesInARow, WORKFLOW_MISSES } from "../../../api/limits";
import type { CloningOperationRecord, CreateCloningOperationBody, Observed } from "../../../client";
import { isUnknown, type Plannable } from "../../../framework";
import { isRefusal } from "../../model/errors";
import { readInFlight } from "../changes/inFlight";
import { markManaged } from "../changes/managedIds";
import { untilEnd, untilInService, type Waiting } from "../changes/waits";
import { type Attempt, whenFree } from "../changes/whenFree";
import { readPresentCluster } from "../child";
import { clientOf, type Service } from "../service";
import { type Baseline, baselineOf } from "./proof";

const PURPOSE = "to clone";

/** The parts of a call that the steps of a clone need. */
interface CloningCall extends Waiting {
  readonly service: Service;
}

/** The request of a clone. */
interface RequestedClone {
  readonly source: string;
  readonly body: CreateCloningOperationBody;
  /** Throws if one of the clones of the source matches the request: an interrupted apply may have left it. */
  readonly refuseOrphans: (clones: readonly CloningOperationRecord[]) => void | Promise<void>;
}

/** A requested clone, and the baseline that distinguishes it from other clusters. */
interface BegunClone {
  readonly record: CloningOperationRecord;
  readonly baseline: Baseline;
}

/** Requests the clone as soon as the source has nothing in flight (docs/design/laws.md#l11). */
export function requestClone(
  call: CloningCall,
  { source, body, refuseOrphans }: RequestedClone,
): Promise<BegunClone> {
  const { signal } = call;
  const client = clientOf(call.service);
  const attempt = async (): Promise<Attempt<BegunClone>> => {
    const { status, name } = await readPresentCluster(client, source, PURPOSE, signal);
    const { clones, active, history } = await readInFlight(client, source, signal);
    await refuseOrphans(clones);
    if (active) return untilEnd(call, client, source, active);
    if (STARTING_STATUSES.includes(status)) return untilInService(call, client, source);
    const known = new Set(clones.map(({ id }) => id));
    const { clusters } = await client.clusterListing({ maxAge: LISTING_MAX_AGE_MS, signal });
    const now = Math.floor(client.serverNow() / 1000);
    try {
      const options = { signal, isKnown: (id: string) => known.has(id) };
      const record = await client.createCloningOperation(source, body, options);
      markManaged(client, source, record.id);
      return { done: { record, baseline: baselineOf(clusters, name, body, record.created_at ?? now) } };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { refused: error, hasMoved: (now) => now.history !== history };
    }
  };
  // The service decides if a clone may run beside a scheduled change.
  return whenFree(call, client, source, { purpose: PURPOSE, attempt, waitsForScheduled: true });
}

/** Waits until a cloning operation has ended and, if it succeeded, names its clone, whose id may come later than the status. */
export async function awaitCloningOperation(
  { service, deadline, signal }: CloningCall,
  source: string,
  id: string,
  onPoll: (record: CloningOperationRecord) => void,
): Promise<CloningOperationRecord> {
  const client = clientOf(service);
  const what = `cloning operation ${id} of cluster ${source}`;
  const ended = await client.waitForCloningOperation(source, id, {
    describe: `${what} to finish`,
    deadline,
    signal,
    onPoll,
  });
  const named = await awaitCloneId({ service, deadline, signal }, source, ended);
  if (named !== ended) onPoll(named);
  return named;
}

const GONE_OR_HIDDEN = "404: it is gone, or this key cannot see it";

/** Waits for the id of the clone, which may come later than the status, and returns the record with it. */
export async function awaitCloneId(
  { service, deadline, signal }: Pick<CloningCall, "service" | "deadline" | "signal">,
  source: string,
  ended: CloningOperationRecord,
): Promise<CloningOperationRecord> {
  const { id, status, target_cluster_reference_id: clone } = ended;
  if (status !== "succeeded" || clone !== null) return ended;
  const client = clientOf(service);
  const missed = missesInARow();
  const named = await client.wait({
    describe: `cloning operation ${id} of cluster ${source} to report its clone`,
    poll: (polling) => client.readCloningOperation(source, id, { signal: polling }),
    judge(record) {
      if (missed(record === null) >= WORKFLOW_MISSES) return { failed: GONE_OR_HIDDEN };
      return record?.target_cluster_reference_id ? "done" : "pending";
    },
    deadline,
    signal,
  });
  return named ?? ended;
}

/** Waits until the clone is in service, or is not for another reason than its start: {@link whyNotInService}. */
export function awaitCloneStart(
  { service, deadline, signal }: CloningCall,
  source: string,
  clone: string,
): Promise<Observed> {
  const missed = missesInARow();
  return clientOf(service).waitForCluster(clone, {
    describe: `cluster ${clone}, the clone of ${source}, to be in service`,
    judge: (answer) => {
      const misses = missed(answer.kind === "missing");
      const isOpen = misses > 0 ? misses < CLUSTER_MISSES : whyNotInService(answer) === STARTING;
      return isOpen ? "pending" : "done";
    },
    deadline,
    signal,
  });
}

const STARTING = "It is starting.";

/** Returns why a clone is not in service, as a sentence; undefined if it is. */
export function whyNotInService(seen: Observed): string | undefined {
  if (seen.kind === "missing")
    return "It was created, and the service now answers 404 for it: this key cannot see it, or it was terminated. It may be billed.";
  const { status, hostnames } = seen.cluster;
  if (seen.kind === "leaving")
    return `It was created, then terminated outside of Terraform: its status is ${status}.`;
  if (status === "suspended")
    return "It was created, then suspended by the service, usually because of billing. Settle the account at the service.";
  return status === "in_service" && hostnames !== null ? undefined : STARTING;
}

/** The configured values of a clone. */
interface RequestedBody {
  readonly target_region: string | null;
  readonly search_server_version: string | null;
  readonly notification_email_addresses: readonly string[] | null;
}

/** Returns the body of createCloningOperation, with configured values only. */
export function cloneBody(given: RequestedBody): CreateCloningOperationBody {
  const {
    target_region: region,
    search_server_version: version,
    notification_email_addresses: readers,
  } = given;
  return {
    ...(region !== null && { target_region: region }),
    ...(version !== null && { search_server_version: version }),
    ...(readers && readers.length > 0 && { notification_email_addresses: [...readers] }),
  };
}

/** Returns the source and the body of a planned clone; undefined while a part is unknown. */
export function plannedClone(
  planned: Plannable<RequestedBody & { readonly cluster_id: string }>,
): { readonly source: string; readonly body: CreateCloningOperationBody } | undefined {
  const { cluster_id: source, target_region, search_server_version, notification_email_addresses } = planned;
  if (isUnknown(source) || isUnknown(target_region)) return undefined;
  if (isUnknown(search_server_version) || isUnknown(notification_email_addresses)) return undefined;
  return { source, body: cloneBody({ target_region, search_server_version, notification_email_addresses }) };
}
