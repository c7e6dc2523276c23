import { NODES_PATH } from "./dataPlane/arrival";
import { presetSecret } from "./domain/access";
import { type Clock, type ClockMode, createClock } from "./domain/clock";
import type { WorldOptions } from "./domain/world";
import { API_PATH, CONTROL_PATH } from "./http/app";
import { listen } from "./http/server";
import type { EmulatorTls } from "./http/tls";
import { type Control, createControl } from "./testing/control/acts";
import type { SeedBody } from "./testing/requests/seeds";
import { createTestWorld } from "./testing/world";

export { ASSUMPTIONS, type AssumptionName } from "./domain/assumptions";
export { type Clock, createClock } from "./domain/clock";
export type { JournaledRequest } from "./domain/journal";
export type { EmulatorTls } from "./http/tls";
export type { Control } from "./testing/control/acts";
export type { ControlState } from "./testing/control/state";
export type { FaultEffectBody, FaultMatchBody, RaceRequest } from "./testing/requests/faults";
export type {
  ChangeSeed,
  CloneSeed,
  ClusterPatch,
  ClusterSeedBody,
  DataSeedBody,
  SeedBody,
} from "./testing/requests/seeds";

export interface EmulatorServerOptions extends Omit<WorldOptions, "clock"> {
  /** Port on 127.0.0.1. @default 0: a free one */
  port?: number;
  /**
   * The certificate and key for https. A certificate for localhost, and not for 127.0.0.1, changes the host of its
   * URLs. @default none: plain http
   */
  tls?: EmulatorTls;
  /** The emulator's clock, or its options. @default real time, at its own speed */
  clock?: Clock | ClockMode;
  /** The initial content of the account. */
  seed?: SeedBody;
}

export interface EmulatorServer extends Control {
  /** The URL of the API: `http://127.0.0.1:<port>/api/v1`; https with TLS. */
  readonly baseUrl: string;
  /** The URL of the control path: `http://127.0.0.1:<port>/control`. */
  readonly controlUrl: string;
  /** The URL of the node of a hostname: `http://127.0.0.1:<port>/nodes/{hostname}`. */
  readonly nodeUrl: string;
  /** The key of the preset admin. */
  readonly key: string;
  /** The secrets of the preset keys and the added ones, by name: `keys["read-only"]`. */
  readonly keys: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** Resolves when faults hold `count` (default 1) requests. */
  held(count?: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts an emulator of the management API, and of the nodes of its clusters, on a loopback port: strict about requests, with
 * state, its own clock, and faults on demand.
 *
 * It imitates all 24 operations: keys with capabilities and visibility, both dialects, the rules of the request
 * bodies, the lifecycle of a cluster, of a change and of a clone with their waiting times, the rate limit, and the
 * documented error bodies. A change waits until its moment on the emulator's clock, runs, and gives the cluster its
 * new values when it succeeds. A clone that succeeds puts a cluster of its own into the account. Server parameters
 * are stored at once and run only after the next change or restart has succeeded. Metrics and invoices are invented,
 * and the same for the same clock. A body of more than 1 MiB, or nested deeper than 100 levels, is refused with 400.
 * The journal holds the last 10,000 requests.
 *
 * The nodes stand below {@link EmulatorServer.nodeUrl}. They have the routes of the genuine server, at versions up to 29 and from 30 on, and
 * answer as its recordings do (docs/design/data-plane.md#recorded): collections and their updates, documents, searches, aliases, keys with
 * actions and collections, sets, presets, stopwords, analytics, limits of requests, and the server's own state. A route that is not imitated
 * answers 501. The keys that the management API issues open them; the dialect names the header. One node leads. A change restarts them one
 * after the other, so that a single node does not answer while it runs. Those of a cluster that is not in service do not answer at all. A
 * clone has what its source had when it began. After an upgrade a cluster answers as before, unless `newer_server_differs` says how not.
 * Imports are of any size, other bodies of 1 MiB at most (413). All nodes show a change at once, but for a node that the control path lets
 * lag.
 *
 * Beside the API, {@link Control} lets changes and clones begin, end or fail, lets somebody else create or cancel
 * them, write server parameters or change what runs on a cluster (also in a race with a request), takes nodes down, restarts
 * them, lets them lag or lack disk, takes a cluster's quorum away, upgrades a cluster as the service would, and shows what no
 * answer shows: which parameters run, how many pairs of keys were issued. Where the documents leave an answer open, it is a row
 * of {@link ASSUMPTIONS}.
 *
 * It does not imitate the MCP endpoint and OAuth tokens, prices, the suspension of unpaid clusters (the control path
 * suspends one), and of the search engine what docs/design/data-plane.md#emulated-search lists. Values that the service adds
 * over time (regions, memory, versions, parameters) are those of the documents.
 *
 * @throws Error for a taken port, a key that is not the certificate's, an unknown assumption, capability or preset, or a rate limit that cannot be read.
 */
export async function startEmulatorServer(options: EmulatorServerOptions = {}): Promise<EmulatorServer> {
  const { clock: given = { mode: "real" }, port = 0, tls, seed, ...rest } = options;
  const clock = "now" in given ? given : createClock(given);
  const world = createTestWorld({ ...rest, clock });
  const control = createControl(world);
  if (seed !== undefined) control.seed(seed);
  const server = await listen(world, port, tls);
  return {
    ...control,
    baseUrl: `${server.origin}${API_PATH}`,
    controlUrl: `${server.origin}${CONTROL_PATH}`,
    nodeUrl: `${server.origin}${NODES_PATH}/{hostname}`,
    key: presetSecret("admin"),
    get keys() {
      return Object.fromEntries([...world.keys.values()].map(({ name, key }) => [name, key]));
    },
    clock,
    held: (count = 1) => world.holds.held(count),
    async close() {
      world.holds.release();
      await server.close();
    },
  };
}
