import { STARTING_STATUSES } from "../../api/enumerations";
import type { Client, ClusterRecord } from "../../client";
import type { Call } from "../../framework";
import { failedAs, NoCluster } from "../api/errors";
import { clientOf, type Service } from "../service";
import { awaitEnd, readInFlight } from "./inFlight";

/** How often something else may come first before the refusal is given up on. */
const MAX_ROUNDS = 4;

type WaitingCall = Pick<Call<unknown, Service, unknown>, "service" | "signal" | "deadline" | "timeout">;

/**
 * Runs a write to something that belongs to a cluster, with the lock of the cluster (docs/design/laws.md#l11). A refusal that can mean
 * "not now" is looked into: while the cluster starts or a change of it runs, that is waited for, and the write runs again.
 *
 * @param purpose what it is about, as in "to set a server parameter of"
 * @param hopeless whether a refusal must be taken to mean what is written, for which no wait helps
 * @throws NoCluster when the cluster is gone or going away, else the refusal.
 */
export async function whenFree<T>(
  call: WaitingCall,
  clusterId: string,
  purpose: string,
  write: () => Promise<T>,
  hopeless = false,
): Promise<T> {
  const client = clientOf(call.service);
  for (let round = 1; ; round += 1) {
    try {
      return await client.exclusively(clusterId, call.signal, write);
    } catch (error) {
      if (!failedAs(error, "refused", "invalid", "not_found")) throw error;
      const cluster = await presentCluster(call, client, clusterId, purpose);
      // A request that is wrong in itself stays so.
      if (hopeless || round === MAX_ROUNDS || error.kind !== "refused") throw error;
      if (!(await somethingEnded(call, client, cluster))) throw error;
    }
  }
}

async function presentCluster(
  { signal }: WaitingCall,
  client: Client,
  id: string,
  purpose: string,
): Promise<ClusterRecord> {
  const seen = await client.read(id, "fresh", { signal });
  if (seen.kind === "present") return seen.cluster;
  throw new NoCluster(id, purpose, seen.kind === "leaving" ? seen.cluster.status : null);
}

/** Waits for what keeps the cluster busy. False: there is nothing, so that the refusal meant what it said. */
async function somethingEnded(
  call: WaitingCall,
  client: Client,
  { id, status }: ClusterRecord,
): Promise<boolean> {
  const { signal, deadline } = call;
  if (STARTING_STATUSES.includes(status)) {
    await client.waitForCluster(id, {
      describe: `cluster ${id} to be in service`,
      judge: (seen) =>
        seen.kind === "present" && STARTING_STATUSES.includes(seen.cluster.status) ? "pending" : "done",
      deadline,
      signal,
    });
    return true;
  }
  // A change that is still to begin keeps nobody busy.
  const { active } = await readInFlight(client, id, signal);
  if (!active) return false;
  await awaitEnd(call, client, id, active);
  return true;
}
