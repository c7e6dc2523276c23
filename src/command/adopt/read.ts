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
import type { ClusterReading, openCheckpoint } from "./checkpoint";
import type { ClusterKeys } from "./keys";

/** What is asked of an account. */
export interface Scope {
  /** Ids; undefined: all clusters. */
  readonly clusters?: readonly string[] | undefined;
  readonly parameters: boolean;
  /** Undefined: nothing that is on nodes. */
  readonly keys: ClusterKeys | undefined;
  /** Whether a cluster belongs to the project already, so that nothing is read of it. */
  readonly isAdopted: (id: string) => boolean;
}

/** A cluster, and what a look at it has found; undefined where its record says that none is worth a request. */
export interface ReadCluster {
  readonly found: FoundCluster;
  readonly learnt?: ClusterReading;
  readonly why?: string;
}

/** An account, or a part of it. */
export interface ReadAccount {
  readonly clusters: readonly ReadCluster[];
  /** How many others belong to the project already. */
  readonly adopted: number;
  /** Of all of them. */
  readonly ids: ReadonlySet<string>;
}

/** Looks that are under way at a time: the budget, not the distance to the service, is to set the pace. */
const AT_A_TIME = 8;

/**
 * Reads an account: its clusters by the pages of the list, and one look at each. Says how long that takes and how far it is.
 *
 * @param learnt what an earlier run has found out; what this one does is added
 */
export async function readAccount(
  call: NodeCall,
  scope: Scope,
  learnt: Pick<ReturnType<typeof openCheckpoint>, "known" | "add">,
  terminal: Terminal,
): Promise<ReadAccount> {
  const found = await findClusters(call, scope.clusters);
  const all = found
    .filter(({ record }) => !scope.isAdopted(record.id))
    .map((one) => {
      const why = reasonToLeaveOut(one.record);
      const known = learnt.known.get(one.record.id);
      const isKnown = why === undefined && known?.signature === signatureOf(one.record);
      return { found: one, ...(why !== undefined && { why }), ...(isKnown && { learnt: known }) };
    });
  const waiting = all.filter(({ why, learnt: known }) => why === undefined && known === undefined);
  const requests = waiting.length * (scope.parameters ? 2 : 1);
  terminal.stderr.write(estimate(all.length, waiting.length, requests, perMinuteOf(call)));
  const progress = createProgress(terminal, "clusters", waiting.length);
  const seen = new Map<string, ClusterReading>();
  try {
    await inParallel(waiting, call.signal, async ({ found: one }, signal) => {
      const news = await readOne({ ...call, signal }, one, scope);
      learnt.add(news);
      seen.set(news.id, news);
      progress.update(seen.size, seen.size);
    });
  } finally {
    progress.stop();
  }
  const clusters = all.map((one) => ({ ...one, learnt: one.learnt ?? seen.get(one.found.record.id) }));
  return { clusters, adopted: found.length - all.length, ids: new Set(found.map(({ record }) => record.id)) };
}

function perMinuteOf({ service }: NodeCall): number {
  return service.client?.requestsPerMinute ?? 0;
}

/** What is ahead, before it begins. */
export function estimate(clusters: number, waiting: number, requests: number, perMinute: number): string {
  const account = clusters === 1 ? "1 cluster" : `${clusters} clusters`;
  if (waiting === 0) return `${account}, and nothing left to look at.\n`;
  const known = waiting < clusters ? `, ${waiting} of them to look at` : "";
  const minutes = perMinute === 0 ? 0 : Math.ceil(requests / perMinute);
  const time =
    perMinute === 0
      ? ""
      : `, which takes about ${minutes === 1 ? "a minute" : `${minutes} minutes`} at ${perMinute} a minute`;
  const more = requests === 1 ? "1 request" : `${requests} requests`;
  return `${account}${known}: ${more}${time}. Interrupted, the same command goes on where it was.\n`;
}

async function readOne(call: NodeCall, found: FoundCluster, scope: Scope): Promise<ClusterReading> {
  const { record } = found;
  const look = await readClusterDescription(call, found, scope.parameters);
  const isThere = look.kind === "configurable";
  const learnt = { id: record.id, signature: signatureOf(record), at: Date.now(), look };
  if (!scope.keys || !isThere || look.isWithoutNodes) return { ...learnt, onNodes: null };
  try {
    const key = await scope.keys.of(record.id);
    const onNodes = await readNodeContents(call, record, key);
    return { ...learnt, onNodes, ...(key && { ownKey: true }) };
  } catch (error) {
    if (call.signal.aborted) throw error;
    // A data-plane key opens the cluster that it is of.
    return { ...learnt, onNodes: null, refusal: failureText(error).replaceAll("\n", " ") };
  }
}

/** Several at a time; the first failure ends them all. */
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
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  if (failure) throw failure.error;
}
