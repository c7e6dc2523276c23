import { setMaxListeners } from "node:events";
import {
  type FoundCluster,
  findClusters,
  readClusterDescription,
  readNodeContents,
  reasonToLeaveOut,
  signatureOf,
} from "../../adoption";
import type { NodeCall } from "../../provider/shared/dataPlane";
import { failureText } from "../errors";
import { createProgress } from "../progress";
import type { Terminal } from "../terminal";
import type { AdoptCheckpoint, ClusterReading } from "./checkpoint";
import type { ClusterKeys } from "./keys";

/** The parts of an account to read. */
interface Scope {
  /** Ids of the clusters. @default - all clusters */
  readonly clusters?: readonly string[] | undefined;
  readonly parameters: boolean;
  /** Undefined: the nodes are not read. */
  readonly keys: ClusterKeys | undefined;
  /** True if a cluster already belongs to the project, so that it is not read. */
  readonly isAdopted: (id: string) => boolean;
}

/** A cluster, with its reading or with the reason why it is left out unread. */
export interface ReadCluster {
  readonly found: FoundCluster;
  readonly reading?: ClusterReading;
  readonly why?: string;
}

/** An account, or a part of it. */
interface ReadAccount {
  readonly clusters: readonly ReadCluster[];
  /** Number of further clusters, which already belong to the project. */
  readonly adopted: number;
  /** Ids of all clusters, adopted ones included. */
  readonly ids: ReadonlySet<string>;
}

/** Enough that the request budget sets the pace, not the distance to the service. */
const PARALLEL_READS = 8;

/**
 * Reads an account: its list of clusters, then each cluster. Announces how long that takes, and reports progress.
 *
 * @param checkpoint readings of an interrupted run; those of this run are added
 */
export async function readAccount(
  call: NodeCall,
  scope: Scope,
  checkpoint: Pick<AdoptCheckpoint, "known" | "add">,
  terminal: Terminal,
): Promise<ReadAccount> {
  const found = await findClusters(call, scope.clusters);
  const all = found
    .filter(({ record }) => !scope.isAdopted(record.id))
    .map((one): ReadCluster => {
      const why = reasonToLeaveOut(one.record);
      if (why !== undefined) return { found: one, why };
      const known = checkpoint.known.get(one.record.id);
      return known?.signature === signatureOf(one.record) ? { found: one, reading: known } : { found: one };
    });
  const waiting = all.filter(({ why, reading }) => why === undefined && reading === undefined);
  const requests = waiting.length * (scope.parameters ? 2 : 1);
  const perMinute = call.service.client?.requestsPerMinute ?? 0;
  terminal.stderr.write(estimate(all.length, waiting.length, requests, perMinute));
  const progress = createProgress(terminal, "clusters", waiting.length);
  const read = new Map<string, ClusterReading>();
  try {
    await inParallel(waiting, call.signal, async ({ found: one }, signal) => {
      const reading = await readCluster({ ...call, signal }, one, scope);
      checkpoint.add(reading);
      read.set(reading.id, reading);
      progress.update(read.size, read.size);
    });
  } finally {
    progress.stop();
  }
  const clusters = all.map((one) => ({ reading: read.get(one.found.record.id), ...one }));
  return { clusters, adopted: found.length - all.length, ids: new Set(found.map(({ record }) => record.id)) };
}

/** Returns the line that announces how much there is to read. @param perMinute 0: no limit */
export function estimate(clusters: number, waiting: number, requests: number, perMinute: number): string {
  const account = clusters === 1 ? "1 cluster" : `${clusters} clusters`;
  if (waiting === 0) return `${account}, none of them left to read.\n`;
  const known = waiting < clusters ? `, ${waiting} of them to read` : "";
  const minutes = perMinute === 0 ? 0 : Math.ceil(requests / perMinute);
  const time =
    perMinute === 0
      ? ""
      : `, about ${minutes === 1 ? "1 minute" : `${minutes} minutes`} at ${perMinute} per minute`;
  const count = requests === 1 ? "1 request" : `${requests} requests`;
  return `${account}${known}: ${count}${time}. If interrupted, run the same command again to resume.\n`;
}

async function readCluster(call: NodeCall, found: FoundCluster, scope: Scope): Promise<ClusterReading> {
  const { record } = found;
  const description = await readClusterDescription(call, found, scope.parameters);
  const reading = { id: record.id, signature: signatureOf(record), at: Date.now(), description };
  const hasNodes = description.kind === "configurable" && !description.isWithoutNodes;
  if (!scope.keys || !hasNodes) return { ...reading, contents: null };
  try {
    const key = await scope.keys.of(record.id);
    const contents = await readNodeContents(call, record, key);
    return { ...reading, contents, ...(key && { ownKey: true }) };
  } catch (error) {
    if (call.signal.aborted) throw error;
    // A key that does not open this cluster may open the others.
    return { ...reading, contents: null, refusal: failureText(error).replaceAll("\n", " ") };
  }
}

/** Acts on all items, some at a time. The first failure aborts the rest. */
async function inParallel<T>(
  items: readonly T[],
  signal: AbortSignal,
  act: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const own = new AbortController();
  const either = AbortSignal.any([signal, own.signal]);
  setMaxListeners(0, either);
  const queue = items.values();
  let failure: { readonly error: unknown } | undefined;
  const work = async () => {
    for (const item of queue) {
      try {
        await act(item, either);
      } catch (error) {
        failure ??= { error };
        own.abort();
      }
      if (either.aborted) return;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_READS }, work));
  if (failure) throw failure.error;
}
