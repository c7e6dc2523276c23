import { STARTING_STATUSES } from "../../../api/enumerations";
import type { ApiError, Observed } from "../../../client";
import { describeChange } from "../../model/describe";
import { failedAs } from "../../model/errors";
import { runState } from "../runState";
import { clientOf, type Service } from "../service";

/** The part of a call that is needed to find nodes. */
export interface NodeCall {
  readonly service: Service;
  readonly signal: AbortSignal;
}

/** Maximum age in milliseconds of a shared result about the nodes of a cluster. */
export const MAX_AGE_MS = 120_000;

/** A cluster of which no node answers. */
interface UnavailableCluster {
  readonly seen: Observed;
  /** The reason, as a sentence; undefined: not known. */
  readonly why?: string | undefined;
}

interface Recent<T> {
  readonly at: number;
  readonly value: T;
}

/** The shared results of a run about the nodes of clusters, and the warnings that it has shown. */
const nodesOfRun = runState((_: Service) => ({
  reads: new Map<string, Recent<Promise<Observed>>>(),
  looks: new Map<string, Recent<Promise<UnavailableCluster>>>(),
  resting: new Map<string, Recent<string>>(),
  said: new Set<string>(),
}));

/** Warns once in a run, for all objects on a cluster. */
export function warnOnce(
  call: { readonly service: Service; warn(summary: string, detail: string): void },
  summary: string,
  detail: string,
): void {
  const { said } = nodesOfRun(call.service);
  if (said.has(summary)) return;
  said.add(summary);
  call.warn(summary, detail);
}

/** Reads a cluster for the objects on it. They share the request with each other and with the refresh of the cluster. */
export function readSharedCluster({ service, signal }: NodeCall, clusterId: string): Promise<Observed> {
  const { reads } = nodesOfRun(service);
  const known = recent(service, reads.get(clusterId));
  if (known) return known;
  const client = clientOf(service);
  const value = client.read(clusterId, "shared", { signal });
  reads.set(clusterId, { at: client.clock.now(), value });
  value.then(
    ({ kind }) => kind === "present" && reads.delete(clusterId),
    () => reads.delete(clusterId),
  );
  return value;
}

/** Returns the reason why the nodes of a cluster are unavailable, if this run has found it a short time ago. */
export function knownUnavailable(service: Service, clusterId: string): string | undefined {
  return recent(service, nodesOfRun(service).resting.get(clusterId));
}

/** True if no node could be reached, or none was ready. */
export function isUnreachable(error: unknown): error is ApiError {
  return failedAs(error, "network", "timeout", "unavailable");
}

/** Reads a cluster of which no node answers, and its changes, once for all objects on it. */
export function readUnavailable(
  { service, signal }: NodeCall,
  clusterId: string,
): Promise<UnavailableCluster> {
  const { looks, reads, resting } = nodesOfRun(service);
  const known = recent(service, looks.get(clusterId));
  if (known) return known;
  const at = clientOf(service).clock.now();
  const value = readReason({ service, signal }, clusterId);
  looks.set(clusterId, { at, value });
  value.then(
    ({ seen, why }) => {
      if (why !== undefined) resting.set(clusterId, { at, value: why });
      if (seen.kind !== "present") reads.set(clusterId, { at, value: Promise.resolve(seen) });
    },
    () => looks.delete(clusterId),
  );
  return value;
}

async function readReason({ service, signal }: NodeCall, clusterId: string): Promise<UnavailableCluster> {
  const client = clientOf(service);
  const seen = await client.read(clusterId, "fresh", { signal });
  if (seen.kind !== "present") return { seen };
  const why = unavailableReason(seen);
  if (why !== undefined) return { seen, why };
  // A 404 for its changes means that the cluster is gone now; the next read shows that.
  const changes = await client.changes(clusterId, { signal }).catch((error: unknown) => {
    if (failedAs(error, "not_found")) return [];
    throw error;
  });
  const change = changes.find(({ status }) => status === "in_progress");
  return {
    seen,
    why: change && `${describeChange(change)} of cluster ${clusterId} replaces or restarts them.`,
  };
}

function recent<T>(service: Service, known: Recent<T> | undefined): T | undefined {
  const isRecent = known !== undefined && clientOf(service).clock.now() - known.at < MAX_AGE_MS;
  return isRecent ? known.value : undefined;
}

/** Returns the reason from its record why the nodes of a cluster do not answer; undefined: they should. */
export function unavailableReason({
  cluster,
}: Extract<Observed, { readonly kind: "present" }>): string | undefined {
  const { id, status, hostnames } = cluster;
  if (status === "suspended")
    return `Cluster ${id} is suspended: the service has stopped it, usually because of billing. Settle the account with the service.`;
  if (hostnames === null || STARTING_STATUSES.includes(status))
    return `Cluster ${id} is not in service yet (its status is ${status}). Apply again when it is.`;
  return undefined;
}
