import { READ_TIMEOUT_MS } from "../../../src/api/limits";
import type { Client, ClusterRecord, Observed } from "../../../src/client";
import { never } from "../kit/client";
import { CHANGE_BODY, CLUSTER_BODY } from "./operations";
import { type Ending, echoing, ending, type Run, run } from "./run";
import { type Act, type Actor, CLUSTERS, type Schedule, STARTING } from "./schedule";

/** The result of one act; times are milliseconds. */
export interface Played {
  readonly act: Act;
  readonly began: number;
  readonly ended: number;
  /** Milliseconds by which it ended after its actor was stopped; null if it was not. */
  readonly lateBy: number | null;
  readonly end: Ending;
  /** The new name of a rename. */
  readonly name: string;
  /** Complete readings, in order: of one cluster by its id, or of the list. */
  readonly seen: readonly Seen[];
}

export type Seen =
  | { readonly id: string; readonly observed: Observed }
  | { readonly list: readonly ClusterRecord[] };

/** The name of a cluster at the service, and the time since which it has it. */
export interface Naming {
  readonly since: number;
  readonly id: string;
  readonly name: string | null;
}

export interface Play {
  readonly on: Run;
  readonly played: readonly Played[];
  readonly namings: readonly Naming[];
  /** Ids of the faults after which a reading is incomplete. */
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

/** Plays a schedule to its end; fails if something does not end. */
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
      const doing: Doing = { own, number: counted, seen: [], signal: stop.signal };
      const end = await ended(exclusively(client, act, doing));
      if (act.do === "create" && "answer" in end) own = (end.answer as ClusterRecord).id;
      const lateBy = stoppedAt === null ? null : clock.now() - stoppedAt;
      const { seen } = doing;
      played.push({ act, began, ended: clock.now(), lateBy, end, seen, name: newName(doing.number) });
      if (stop.signal.aborted) return;
    }
  };
  const all = await ending(clock, Promise.all(actors.map(perform)));
  if ("error" in all) throw all.error;
  return { on, played, namings, spoiling };
}

interface Doing {
  /** Of this act alone. */
  readonly number: number;
  /** The cluster that this actor has created last. */
  readonly own: string | null;
  readonly seen: Seen[];
  readonly signal: AbortSignal;
}

const newName = (number: number) => `renamed ${number}`;

const ended = (work: Promise<unknown>): Promise<Ending> =>
  work.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );

/** Runs writes to a cluster one at a time, as the provider does (docs/design/laws.md#l11). */
async function exclusively(client: Client, act: Act, doing: Doing): Promise<unknown> {
  const writes = "cluster" in act && act.do !== "read" && act.do !== "wait";
  const perform = () => calling(client, act, doing);
  return writes ? client.exclusively(idOf(act.cluster), doing.signal, perform) : perform();
}

async function calling(client: Client, act: Act, { own, seen, number, signal }: Doing): Promise<unknown> {
  const id = "cluster" in act ? idOf(act.cluster) : "";
  const options = { signal };
  switch (act.do) {
    case "read":
      return seen.push({ id, observed: await client.read(id, act.freshness, options) });
    case "read own":
      return own !== null && seen.push({ id: own, observed: await client.read(own, "shared", options) });
    case "list":
      return seen.push({ list: (await client.clusterListing({ maxAge: act.maxAge, signal })).clusters });
    case "rename":
      return client.updateCluster(id, { name: newName(number) }, options);
    case "create":
      return client.createCluster({ name: act.name, ...CLUSTER_BODY }, options);
    case "terminate":
      return client.terminateCluster(id, options);
    case "change":
      return client.createChange(id, CHANGE_BODY, options);
    case "clone":
      return client.createCloningOperation(id, {}, options);
    case "parameter": {
      const body = { parameter_name: "max-per-page", parameter_value: String(number) };
      return client.createParameter(id, body, options);
    }
    case "keys":
      return client.issueApiKeys(id, options);
    case "wait":
      return client.waitForCluster(id, {
        describe: `cluster ${id} to be in service`,
        judge(observed) {
          seen.push({ id, observed });
          const waits = observed.kind === "present" && observed.cluster.status !== "in_service";
          return waits ? "pending" : "done";
        },
        deadline: client.clock.now() + act.minutes * 60_000,
        signal,
      });
  }
}

/** Repeats the elements in order. */
function turning<T>(all: readonly T[]): () => T | undefined {
  let count = 0;
  return () => all[count++ % all.length];
}
