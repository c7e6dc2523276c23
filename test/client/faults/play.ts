import { READ_TIMEOUT_MS } from "../../../src/api/limits";
import type { Client, ClusterRecord, Observed } from "../../../src/client";
import { never } from "../kit/client";
import { START } from "../kit/clock";
import { type Ending, echoing, ending, type Run, run } from "./run";
import { type Act, type Actor, CLUSTERS, type Schedule, STARTING } from "./schedule";

/** What became of one act; moments are milliseconds. */
export interface Played {
  readonly act: Act;
  readonly began: number;
  readonly ended: number;
  /** Milliseconds by which it ended after its actor was stopped; null when it was not. */
  readonly lateBy: number | null;
  readonly end: Ending;
  /** The new name, of a rename. */
  readonly name?: string;
  /** Whole readings, in order: of one cluster by its id, or of the list. */
  readonly seen: readonly Seen[];
}

export type Seen =
  | { readonly id: string; readonly observed: Observed }
  | { readonly list: readonly ClusterRecord[] };

/** What the service called its clusters, and from when on. */
export interface Naming {
  readonly since: number;
  readonly id: string;
  readonly name: string | null;
}

export interface Play {
  readonly on: Run;
  readonly played: readonly Played[];
  readonly namings: readonly Naming[];
  /** Ids of the faults after which a reading is not whole. */
  readonly spoiling: ReadonlySet<string>;
}

export const idOf = (cluster: number) => `c${cluster}`;

const SEED = {
  clusters: Array.from({ length: CLUSTERS }, (_, cluster) => ({
    id: idOf(cluster),
    name: `seeded ${cluster}`,
    memory: "8_gb",
    vcpu: "4_vcpus",
    ...(STARTING.includes(cluster) ? { status: "provisioning" } : {}),
  })),
};

/** Plays a schedule to its end; fails when something does not end. */
export async function play({ budget, actors, faults, holdFor, ways, dice }: Schedule): Promise<Play> {
  const namings: Naming[] = [];
  const now = new Map<string, string | null>();
  const played: Played[] = [];
  const turn = turning(ways);
  const on = run(
    {
      seed: SEED,
      rate: `${budget}/60`,
      underWay: () => turn() ?? [1, 1],
      onNames(names) {
        for (const [id, name] of names) {
          if (now.get(id) === name) continue;
          now.set(id, name);
          namings.push({ since: on.clock.now(), id, name });
        }
      },
    },
    { requestsPerMinute: budget, random: turning(dice) as () => number },
  );
  const { service, clock, client } = on;
  service.holdFor(holdFor);
  const spoiling = new Set<string>();
  for (const { nth, operation, fault } of faults) {
    const match = { nth, ...(operation === undefined ? {} : { operation }) };
    const id = service.addFault({ match, effect: echoing(fault.effect) });
    const slow = fault.effect.kind === "hold" && holdFor !== null && holdFor < READ_TIMEOUT_MS;
    if (!slow && fault.tells !== "all") spoiling.add(id);
  }

  let counted = 0;
  const perform = async ({ at, acts, stopAfter }: Actor) => {
    const stop = new AbortController();
    await clock.sleep(at, never());
    let stoppedAt: number | null = null;
    if (stopAfter !== null)
      clock.sleep(stopAfter, stop.signal).then(() => {
        stoppedAt = clock.now();
        stop.abort();
      });
    let own: string | null = null;
    for (const act of acts) {
      // A step of the program takes time too: what ended before has ended earlier by the clock.
      await clock.sleep(1, never());
      if (stop.signal.aborted) return;
      const began = clock.now();
      counted += 1;
      const name = act.do === "rename" ? `renamed ${counted}` : undefined;
      const seen: Seen[] = [];
      const end: Ending = await doing(client, act, {
        name,
        own,
        seen,
        number: counted,
        signal: stop.signal,
      }).then(
        (answer): Ending => ({ answer }),
        (error: unknown): Ending => ({ error }),
      );
      if (act.do === "create" && "answer" in end) own = (end.answer as ClusterRecord).id;
      const lateBy = stoppedAt === null ? null : clock.now() - stoppedAt;
      played.push({
        act,
        began,
        ended: clock.now(),
        lateBy,
        end,
        seen,
        ...(name === undefined ? {} : { name }),
      });
      if (stop.signal.aborted) return;
    }
  };
  const all = await ending(clock, Promise.all(actors.map(perform)));
  if ("error" in all) throw all.error;
  return { on, played, namings, spoiling };
}

interface Doing {
  readonly name: string | undefined;
  /** Of this act alone. */
  readonly number: number;
  readonly own: string | null;
  readonly seen: Seen[];
  readonly signal: AbortSignal;
}

/** As the provider does it: what writes to a cluster is alone with it (docs/design/laws.md#l11). */
async function doing(client: Client, act: Act, given: Doing): Promise<unknown> {
  const writes = "cluster" in act && act.do !== "read" && act.do !== "wait";
  const perform = () => asking(client, act, given);
  return writes ? client.exclusively(idOf(act.cluster), given.signal, perform) : perform();
}

async function asking(
  client: Client,
  act: Act,
  { name, own, seen, number, signal }: Doing,
): Promise<unknown> {
  const id = "cluster" in act ? idOf(act.cluster) : "";
  const see = (observed: Observed) => seen.push({ id, observed });
  switch (act.do) {
    case "read":
      return see(await client.read(id, act.freshness, { signal }));
    case "read own":
      if (own === null) return null;
      return seen.push({ id: own, observed: await client.read(own, "shared", { signal }) });
    case "list": {
      const { clusters } = await client.clusterListing({ maxAge: act.maxAge, signal });
      return seen.push({ list: clusters });
    }
    case "rename":
      return client.updateCluster(id, { name: name ?? "" }, { signal });
    case "create":
      return client.createCluster(
        { name: act.name, memory: "8_gb", vcpu: "4_vcpus", regions: "oregon" },
        { signal },
      );
    case "terminate":
      return client.terminateCluster(id, { signal });
    case "change": {
      const perform_change_at = START / 1000 + 86_400;
      return client.createChange(
        id,
        { perform_change_at, new_memory: "16_gb", new_vcpu: "4_vcpus" },
        { signal },
      );
    }
    case "clone":
      return client.createCloningOperation(id, {}, { signal });
    case "parameter":
      return client.createParameter(
        id,
        { parameter_name: "max-per-page", parameter_value: String(number) },
        { signal },
      );
    case "keys":
      return client.issueApiKeys(id, { signal });
    case "wait":
      return client.waitForCluster(id, {
        describe: `cluster ${id} to be in service`,
        judge: (one) => {
          see(one);
          return one.kind !== "present" || one.cluster.status === "in_service" ? "done" : "pending";
        },
        deadline: client.clock.now() + act.minutes * 60_000,
        signal,
      });
  }
}

/** One after the other, and from the start again. */
function turning<T>(all: readonly T[]): () => T | undefined {
  let count = 0;
  return () => {
    count += 1;
    return all[(count - 1) % all.length];
  };
}
