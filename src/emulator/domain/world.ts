import type { Dialect } from "../../api/dialects";
import {
  type Account,
  createRateLimiter,
  type KeyBody,
  type ManagementKey,
  managementKeyOf,
  PRESET_KEYS,
  parseRate,
  type RateLimiter,
} from "./access";
import { type Assumptions, defaultAssumptions, withAssumptions } from "./assumptions";
import type { Clock } from "./clock";

import { createJournal, type Journal } from "./journal";
import { createStore, type Store } from "./store/cluster";
import type { ClusterData } from "./store/data";
import { type Invoice, monthlyInvoices, USUAL_INVOICES } from "./store/invoice";

/** The state of one emulator. */
export interface World {
  readonly clock: Clock;
  readonly dialect: Dialect;
  readonly store: Store;
  readonly journal: Journal;
  readonly holds: Holds;
  readonly limiter: RateLimiter;
  readonly account: Account;
  /** By secret. */
  readonly keys: Map<string, ManagementKey>;
  /** The oldest first. */
  invoices: readonly Invoice[];
  assumptions: Assumptions;
  /** Upgrades the data of a cluster to a newer server version. */
  readonly upgradeData: (
    data: ClusterData,
    from: string,
    to: string,
    differs: Assumptions["newer_server_differs"],
  ) => void;
}

export interface WorldOptions {
  readonly clock: Clock;
  /** The names that the API speaks. @default "search-cloud" */
  readonly dialect?: Dialect;
  /** `30/60` (requests per seconds of the emulator's clock, for each key) or `off`. @default "off" */
  readonly rate?: string;
  /** Answers that differ from the defaults of `ASSUMPTIONS`. */
  readonly assumptions?: Readonly<Record<string, unknown>>;
  /** Keys in addition to those of the presets. */
  readonly keys?: readonly KeyBody[];
}

/** Creates an account without clusters. */
export function createWorld(options: WorldOptions, upgradeData: World["upgradeData"]): World {
  const { clock, dialect = "search-cloud", rate = "off", assumptions = {}, keys = [] } = options;
  return {
    clock,
    dialect,
    store: createStore(),
    journal: createJournal(),
    holds: createHolds(),
    limiter: createRateLimiter(parseRate(rate)),
    account: { payment_method: true, restricted: false },
    keys: new Map([...PRESET_KEYS, ...keys.map(managementKeyOf)].map((key) => [key.key, key])),
    invoices: monthlyInvoices(USUAL_INVOICES, clock.now()),
    assumptions: withAssumptions(defaultAssumptions(), assumptions),
    upgradeData,
  };
}

/** Lets a restricted key (by its secret) see the cluster that it has created. */
export function reveal({ keys }: World, secret: string, clusterId: string): void {
  const key = keys.get(secret);
  if (key === undefined || key.clusters === "all") return;
  keys.set(secret, { ...key, clusters: [...key.clusters, clusterId] });
}

/** The treatment of held requests: carry them out, or drop them. */
type Release = "carry out" | "give up";

/** Requests that wait until they are released. */
interface Holds {
  /** @param group the cluster that has lost its quorum; null: a fault holds the request */
  wait(group?: string | null): Promise<Release>;
  /** Releases the requests of a group, in order; by default all. Returns their number. */
  release(how?: Release, group?: string | null): number;
  /** Resolves when `count` requests are held. */
  held(count: number): Promise<void>;
}

function createHolds(): Holds {
  let waiting: { group: string | null; resolve: (how: Release) => void }[] = [];
  let watchers: { count: number; resolve: () => void }[] = [];
  const notify = () => {
    const ready = watchers.filter(({ count }) => waiting.length >= count);
    watchers = watchers.filter((watcher) => !ready.includes(watcher));
    for (const { resolve } of ready) resolve();
  };
  return {
    wait: (group = null) =>
      new Promise((resolve) => {
        waiting.push({ group, resolve });
        notify();
      }),
    release(how = "carry out", group) {
      const released = waiting.filter((one) => group === undefined || one.group === group);
      waiting = waiting.filter((one) => !released.includes(one));
      for (const { resolve } of released) resolve(how);
      return released.length;
    },
    held: (count) =>
      new Promise((resolve) => {
        watchers.push({ count, resolve });
        notify();
      }),
  };
}
