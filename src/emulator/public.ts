import * as z from "zod";
import type { SettingIn, Settings } from "../api/settings";
import { startEmulatorServer as start } from "./index";
import { faultRequest } from "./testing/requests/faults";
import { seedRequest } from "./testing/requests/seeds";

/*
 * What `cdktf-provider-searchcloud/emulator` exports. The types are written out, without those of the emulator's own modules (only the
 * settings come from src/api): they are a promise to people's tests, and need no other package.
 */

/** A body as JSON. */
export interface JsonObject {
  readonly [name: string]: unknown;
}

/** The speed of the emulator's clock. Everything that the service decides by time reads it. */
export type ClockOptions =
  /** Real time, `speed` times as fast (default 1), from `start` (epoch milliseconds; default: now). */
  | { readonly mode: "real"; readonly speed?: number; readonly start?: number }
  /** Stands still until {@link Emulator.advance}. */
  | { readonly mode: "manual"; readonly start: number }
  /** Stands still, and each API request moves it by this many milliseconds, so waits are deterministic. */
  | { readonly mode: "step"; readonly start: number; readonly stepPerRequest: number };

/** A management key: a preset (`read-only`, `provision`, `operate`, `admin`) or its capabilities. */
export interface KeyRequest {
  readonly name: string;
  readonly key: string;
  readonly preset?: string;
  readonly capabilities?: readonly string[];
  /** Ids of the clusters that the key sees. @default "all" */
  readonly clusters?: "all" | readonly string[];
}

/** The initial data of a cluster. The rules of the nodes apply. */
export interface DataSeed {
  /** Bodies of the creates of collections, each with `documents`, which must fit its schema. */
  readonly collections?: readonly (JsonObject & {
    readonly name: string;
    readonly fields: readonly JsonObject[];
    readonly documents?: readonly JsonObject[];
  })[];
  /** Name of the collection by name of the alias. */
  readonly aliases?: { readonly [name: string]: string };
  /** Bodies of the creates of keys; `value` sets the key itself. */
  readonly keys?: readonly JsonObject[];
  /**
   * Bodies by kind (`synonym_sets`, `curation_sets`, `presets`, `stopwords`, `analytics_rules`, `stemming_dictionaries`,
   * `conversation_models`, `nl_search_models`) and name.
   */
  readonly named?: { readonly [Kind in NamedKind]?: { readonly [name: string]: JsonObject } };
}

/** Kinds of named records on the nodes, besides collections and aliases. */
export type NamedKind =
  | "synonym_sets"
  | "curation_sets"
  | "presets"
  | "stopwords"
  | "analytics_rules"
  | "stemming_dictionaries"
  | "conversation_models"
  | "nl_search_models";

/** The settings of a cluster that a change can change, but for the node count, which follows from the others. */
export type SeedSettings = {
  readonly [Name in Exclude<
    SettingIn<"change">,
    "high_availability_node_count"
  >]?: Settings[Name]["type"] extends "counts" ? { readonly [region: string]: number } : string;
};

/** A cluster to add to the account. Fields have the names and values of the API; all have defaults. */
export interface ClusterSeed extends SeedSettings {
  readonly id?: string;
  readonly name?: string | null;
  /** `provisioning`, `initializing` and `deprovisioning` proceed by the clock; any other is held. @default "in_service" */
  readonly status?: string;
  readonly auto_upgrade_capacity?: boolean | null;
  /** Epoch seconds. */
  readonly provisioned_at?: number;
  /** Server parameters that run already, by name. */
  readonly parameters?: { readonly [name: string]: string };
  /** Configuration changes and cloning operations, as the API has them; by default `pending`, due in a day. */
  readonly changes?: readonly JsonObject[];
  readonly clones?: readonly JsonObject[];
  readonly data?: DataSeed;
}

/** The content of the account. */
export interface SeedRequest {
  readonly clusters?: readonly ClusterSeed[];
  readonly keys?: readonly KeyRequest[];
  /** Number of months with an invoice. */
  readonly invoices?: number;
}

/** The requests that a fault applies to. All given properties must match. */
export interface FaultMatch {
  /** Id of an operation, of the management API or of the nodes: `createCluster`, `upsertAlias`. */
  readonly operation?: string;
  readonly method?: string;
  /** Relative to the base URL, of the nodes `/nodes/{hostname}/…`; `*` stands for any part of one segment, `**` for anything. */
  readonly path?: string;
  /** The first matching request that it applies to, counted from 1. @default 1 */
  readonly nth?: number;
  /** Number of matching requests that it applies to from there; 0: all. @default 1 */
  readonly times?: number;
}

/** `after`: the operation is carried out first. `before` (the default): it is not carried out. */
export type FaultSide = "before" | "after";

/** The effect of a fault on the response. */
export type FaultEffect =
  /** A response with this status. `json`: an Error body with `message`. @default body: "json" */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly body?: "json" | "html" | "empty" | "truncated" | "text";
      readonly message?: string;
      readonly headers?: { readonly [name: string]: string };
      readonly when?: FaultSide;
    }
  /** The operation's own response, damaged. The operation is always carried out. */
  | { readonly kind: "damage"; readonly as: "truncated" | "html" | "empty" | "wrong_content_type" }
  /** Any response. */
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly json?: unknown;
      readonly headers?: { readonly [name: string]: string };
      readonly when?: FaultSide;
    }
  /** The connection is reset; `midway`: after half of the response. */
  | { readonly kind: "reset"; readonly when?: FaultSide | "midway" }
  /** Waits for this many milliseconds of real time. */
  | { readonly kind: "delay"; readonly milliseconds: number; readonly when?: FaultSide }
  /** Waits until {@link Emulator.releaseHolds}. */
  | { readonly kind: "hold"; readonly when?: FaultSide }
  /**
   * Acts outside the API, right before or after the request, on the cluster that it addresses: `{ put_alias: {
   * name, collection_name } }`.
   */
  | {
      readonly kind: "race";
      readonly do: string | JsonObject;
      readonly cluster?: string;
      readonly when?: FaultSide;
    }
  | { readonly kind: "redirect"; readonly location: string; readonly status?: number }
  /** Status 200 with an Error body. */
  | { readonly kind: "error_in_200"; readonly message?: string };

/** One request, in the order of arrival. */
export interface JournalEntry {
  readonly number: number;
  /** Arrival on the emulator's clock, RFC 3339. */
  readonly at: string;
  readonly method: string;
  /** Relative to the base URL, without the query. Of the nodes: `/nodes/{hostname}/…`. */
  readonly path: string;
  readonly query: { readonly [name: string]: string };
  /** Id of the operation; null: no operation has this method and path. */
  readonly operation: string | null;
  /** Name of the key; null: unknown. */
  readonly key: string | null;
  readonly body: unknown;
  /** True if the operation was carried out, whatever the client received. */
  readonly done: boolean;
  /** The status that was sent; null while the request is in progress. */
  readonly status: number | "reset" | null;
  /** Ids of the faults that applied. */
  readonly faults: readonly string[];
}

/** The state of the emulator. Records have the fields of the API. */
export interface EmulatorState {
  /** The emulator's time, RFC 3339. */
  readonly now: string;
  /** As a key that sees all clusters would read them now. */
  readonly clusters: readonly {
    readonly id: string;
    readonly name: string | null;
    readonly status: string;
    readonly memory: string;
    readonly vcpu: string;
    readonly search_server_version: string | null;
  }[];
  /** Of all clusters, in the order of creation; each with its `cluster_id`. */
  readonly changes: readonly { readonly cluster_id: string; readonly id: string; readonly status: string }[];
  readonly clones: readonly { readonly cluster_id: string; readonly id: string; readonly status: string }[];
  readonly parameters: readonly {
    readonly cluster_id: string;
    readonly parameter_name: string;
    readonly parameter_value: string;
  }[];
  readonly collections: readonly {
    readonly cluster_id: string;
    readonly name: string;
    readonly num_documents: number;
  }[];
  readonly aliases: readonly {
    readonly cluster_id: string;
    readonly name: string;
    readonly collection_name: string;
  }[];
  readonly node_keys: readonly { readonly cluster_id: string; readonly id: number }[];
  readonly named: readonly {
    readonly cluster_id: string;
    readonly kind: string;
    readonly name: string;
    readonly record: JsonObject;
  }[];
}

export interface EmulatorOptions {
  /** Port on 127.0.0.1. @default 0: a free one */
  readonly port?: number;
  /** Certificate and key (PEM) for https. @default plain http */
  readonly tls?: { readonly certificate: string; readonly key: string };
  /** @default real time, at its own speed */
  readonly clock?: ClockOptions;
  /** `30/60` (requests per seconds of the emulator's clock, for each key) or `off`. @default "off" */
  readonly rate?: string;
  /** The names that the API speaks. @default "search-cloud" */
  readonly dialect?: "search-cloud" | "typesense-cloud";
  /** Answers to questions that the API documents leave open; `searchcloud emulator --help` lists them. */
  readonly assumptions?: { readonly [name: string]: string | number };
  /** Keys in addition to those of the presets. */
  readonly keys?: readonly KeyRequest[];
  readonly seed?: SeedRequest;
}

/** A running emulator. Its methods act outside the API, as another user or the service: its rules do not apply unless a method says so. */
export interface Emulator {
  /** For `SEARCHCLOUD_BASE_URL`: `http://127.0.0.1:<port>/api/v1`. */
  readonly baseUrl: string;
  /** For `SEARCHCLOUD_NODE_URL`: `http://127.0.0.1:<port>/nodes/{hostname}`. */
  readonly nodeUrl: string;
  /** The URL of the same methods as requests: `http://127.0.0.1:<port>/control`. */
  readonly controlUrl: string;
  /** For `SEARCHCLOUD_API_KEY`: the key of the preset admin. */
  readonly key: string;
  /** The keys of all presets, and added ones, by name: `keys["read-only"]`. */
  readonly keys: { readonly [name: string]: string };
  /** Stops the emulator: breaks its connections, frees the port. */
  close(): Promise<void>;

  /** Moves the clock forward by a number of seconds. Returns its time in epoch seconds. */
  advance(seconds: number): number;
  /** Adds clusters and keys. Returns the ids of the clusters. @throws Error for an id that is taken */
  seed(request: SeedRequest): string[];
  state(): EmulatorState;
  /** Returns the latest requests, at most 10,000. */
  journal(): readonly JournalEntry[];
  clearJournal(): void;

  /** Adds a fault. Returns its id, which the journal names. */
  addFault(request: { readonly match?: FaultMatch; readonly effect: FaultEffect }): string;
  clearFaults(): void;
  /** Resolves when faults hold this many requests. @default 1 */
  held(count?: number): Promise<void>;
  /** Releases the held requests. Returns their number. */
  releaseHolds(): number;

  /** Changes fields of a cluster, by their API names. */
  patchCluster(clusterId: string, fields: JsonObject): void;
  terminateOutside(clusterId: string): void;
  /** Removes a cluster at once: 404 from now on. */
  forget(clusterId: string): void;
  /** Raises memory and vcpu as the service does. */
  autoUpgrade(clusterId: string, to: { readonly memory: string; readonly vcpu: string }): void;
  /** Schedules a configuration change under the rules of the API. Returns its id. */
  changeOutside(clusterId: string, body?: JsonObject): string;
  cancelOutside(clusterId: string, changeId: string): void;
  /** Begins a pending change now. */
  beginChange(clusterId: string, changeId: string): void;
  finishChange(clusterId: string, changeId: string, outcome: "succeeded" | "failed"): void;
  /** Makes the open change fail at its scheduled end; without one, the next that is created. */
  failNextChange(clusterId: string): void;
  /** The same for cloning operations. */
  cloneOutside(clusterId: string, body?: JsonObject): string;
  cancelCloneOutside(clusterId: string, cloneId: string): void;
  beginClone(clusterId: string, cloneId: string): void;
  finishClone(clusterId: string, cloneId: string, outcome: "succeeded" | "failed"): void;
  failNextClone(clusterId: string): void;
  /** Returns the id of the parameter. */
  setParameterOutside(clusterId: string, name: string, value: string): string;
  deleteParameterOutside(clusterId: string, name: string): void;
  /** Returns the server parameters that the nodes run with. */
  runningParameters(clusterId: string): { readonly [name: string]: string };
  /** Returns the number of pairs of data-plane keys that were issued for a cluster. */
  issuedKeys(clusterId: string): number;

  /** Adds collections, documents, aliases, keys and named records to a cluster. */
  seedData(clusterId: string, seed: DataSeed): void;
  createCollectionOutside(clusterId: string, body: JsonObject): void;
  patchCollectionOutside(clusterId: string, name: string, body: JsonObject): void;
  /** Deletes a collection with its documents. */
  dropCollectionOutside(clusterId: string, name: string): void;
  /** Stores documents, replacing those with the same id. */
  addDocumentsOutside(clusterId: string, collection: string, documents: readonly JsonObject[]): void;
  putAliasOutside(clusterId: string, name: string, collection: string): void;
  deleteAliasOutside(clusterId: string, name: string): void;
  /** Creates a key of the nodes; its body may contain the `value`. Returns its id. @throws Error for an invalid one */
  createNodeKeyOutside(clusterId: string, body: JsonObject): number;
  revokeKeyOutside(clusterId: string, keyId: number | string): void;
  putNamedOutside(clusterId: string, kind: NamedKind, name: string, body: JsonObject): void;
  deleteNamedOutside(clusterId: string, kind: NamedKind, name: string): void;
  /** Rebuilds the servers of a cluster: all data is gone, and key ids start again. */
  rebuildOutside(clusterId: string): void;

  /** Takes a node down: it accepts no connections, and another node leads if it did. */
  takeNodeDown(hostname: string): void;
  bringNodeUp(hostname: string): void;
  /**
   * Restarts a node at once. It shows this time as `created_at` of every collection that is not in its snapshot,
   * and resets the settings of `POST /config`.
   */
  restartNode(hostname: string): void;
  /** Sets the seconds by which `created_at` of every collection is later on a node than on the others. */
  skewNode(hostname: string, seconds: number): void;
  /** Stops a cluster from answering writes until {@link regainQuorum}; `held` resolves when one waits. */
  loseQuorum(clusterId: string): void;
  /**
   * Carries out the pending writes in order, even if their clients are gone. Returns their number. @default
   * carry_out: true; false: they are dropped
   */
  regainQuorum(clusterId: string, request?: { readonly carry_out?: boolean }): number;
  /** Sets the missing resource of a node: its health reports it, and it rejects writes except DELETE (422). Null: nothing is missing. */
  setNodeHealth(hostname: string, lacks: "OUT_OF_DISK" | "OUT_OF_MEMORY" | null): void;
  /** Freezes a node at the current data, for a number of seconds or requests, or until {@link catchUpNode}. */
  lagNode(
    hostname: string,
    request?: { readonly seconds?: number; readonly requests?: number; readonly healthy?: boolean },
  ): void;
  catchUpNode(hostname: string): void;

  addKey(request: KeyRequest): unknown;
  /** Without a payment method paid operations answer 402; a restricted account answers 403. */
  setAccount(fields: { readonly payment_method?: boolean; readonly restricted?: boolean }): unknown;
  /** @throws Error that lists the known assumptions or the alternatives */
  setAssumptions(answers: { readonly [name: string]: string | number }): unknown;
}

/**
 * Starts an emulator of the service on a loopback port: the management API, and the nodes of its clusters. It
 * checks requests strictly, keeps state, and has its own clock.
 * @throws Error for a taken port, a key that does not match the certificate, an unknown assumption, capability or
 * preset, or invalid options or seed
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  read(optionsRequest, options, "options");
  const { seed } = options;
  // Lists are not written to, whatever their type says.
  const real = await start({
    ...(options as Parameters<typeof start>[0]),
    ...(seed !== undefined && { seed: read(seedRequest, seed, "seed") }),
  });
  const { addFault, seed: add } = real;
  return Object.assign(real, {
    addFault: (request: unknown) => addFault(read(faultRequest, request, "fault")),
    seed: (request: unknown) => add(read(seedRequest, request, "seed")),
  });
}

const moment = z.number();

/** The schema of the options. Nested values are checked where they are used. */
const optionsRequest = z
  .strictObject({
    port: z.int().min(0).max(65535),
    tls: z.strictObject({ certificate: z.string(), key: z.string() }),
    clock: z.discriminatedUnion("mode", [
      z.strictObject({
        mode: z.literal("real"),
        speed: z.number().positive().optional(),
        start: moment.optional(),
      }),
      z.strictObject({ mode: z.literal("manual"), start: moment }),
      z.strictObject({ mode: z.literal("step"), start: moment, stepPerRequest: z.number().min(0) }),
    ]),
    rate: z.string(),
    dialect: z.enum(["search-cloud", "typesense-cloud"]),
    assumptions: z.record(z.string(), z.unknown()),
    keys: z.array(z.unknown()),
    seed: z.unknown(),
  })
  .partial();

/** @throws Error that names the problem and its place. A mistyped name would otherwise have no effect. */
function read<T>(schema: z.ZodType<T>, given: unknown, what: string): T {
  const { success, data, error } = schema.safeParse(given);
  if (success) return data;
  throw new Error(`Invalid ${what} of the emulator:\n${z.prettifyError(error)}`);
}
