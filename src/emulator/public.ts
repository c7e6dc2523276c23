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

/** How fast the emulator's clock runs. Everything that the service decides by time reads it. */
export type ClockOptions =
  /** Real time, `speed` times as fast (default 1), from `start` (epoch milliseconds; default: now). */
  | { readonly mode: "real"; readonly speed?: number; readonly start?: number }
  /** Stands still until {@link Emulator.advance}. */
  | { readonly mode: "manual"; readonly start: number }
  /** Stands still, and each request to the API moves it by so many milliseconds: waits become deterministic. */
  | { readonly mode: "step"; readonly start: number; readonly stepPerRequest: number };

/** A management key: a preset (`read-only`, `provision`, `operate`, `admin`) or its capabilities. */
export interface KeyRequest {
  readonly name: string;
  readonly key: string;
  readonly preset?: string;
  readonly capabilities?: readonly string[];
  /** Ids of the clusters that it sees. @default "all" */
  readonly clusters?: "all" | readonly string[];
}

/** What runs on a cluster from the start. The rules of the nodes apply. */
export interface DataSeed {
  /** Bodies of the creates of collections, each with `documents`, which must fit its fields. */
  readonly collections?: readonly (JsonObject & {
    readonly name: string;
    readonly fields: readonly JsonObject[];
    readonly documents?: readonly JsonObject[];
  })[];
  /** Name of the collection by name of the alias. */
  readonly aliases?: { readonly [name: string]: string };
  /** Bodies of the creates of keys; `value` chooses the key itself. */
  readonly keys?: readonly JsonObject[];
  /** Bodies by kind (`synonym_sets`, `curation_sets`, `presets`, `stopwords`, `analytics_rules`) and name. */
  readonly named?: { readonly [Kind in NamedKind]?: { readonly [name: string]: JsonObject } };
}

/** What has a name on the nodes of a cluster, beside collections and aliases. */
export type NamedKind = "synonym_sets" | "curation_sets" | "presets" | "stopwords" | "analytics_rules";

/** The settings of a cluster that a change can change, but for the node count, which follows from the others. */
export type SeedSettings = {
  readonly [Name in Exclude<
    SettingIn<"change">,
    "high_availability_node_count"
  >]?: Settings[Name]["type"] extends "counts" ? { readonly [region: string]: number } : string;
};

/** A cluster to put into the account. Fields have the API's names and values; what is left out has a default. */
export interface ClusterSeed extends SeedSettings {
  readonly id?: string;
  readonly name?: string | null;
  /** `provisioning`, `initializing` and `deprovisioning` go on by themselves; any other is held. @default "in_service" */
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

/** What is in the account. */
export interface SeedRequest {
  readonly clusters?: readonly ClusterSeed[];
  readonly keys?: readonly KeyRequest[];
  /** How many months have an invoice. */
  readonly invoices?: number;
}

/** Which requests a fault meets. All that is given must hold. */
export interface FaultMatch {
  /** Id of an operation, of the management API or of the nodes: `createCluster`, `upsertAlias`. */
  readonly operation?: string;
  readonly method?: string;
  /** Relative to the base URL, of the nodes `/nodes/{hostname}/…`; `*` stands for any part of one segment, `**` for anything. */
  readonly path?: string;
  /** The first matching request that it meets, counted from 1. @default 1 */
  readonly nth?: number;
  /** How many matching requests it meets from there on; 0: all. @default 1 */
  readonly times?: number;
}

/** Whether the operation is carried out first (`after`) or not at all (`before`, the default). */
export type FaultSide = "before" | "after";

/** What happens instead of the answer. */
export type FaultEffect =
  /** An answer with this status. `json`: an Error body with `message`. @default body: "json" */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly body?: "json" | "html" | "empty" | "truncated" | "text";
      readonly message?: string;
      readonly headers?: { readonly [name: string]: string };
      readonly when?: FaultSide;
    }
  /** The operation's own answer, damaged. Always carried out. */
  | { readonly kind: "damage"; readonly as: "truncated" | "html" | "empty" | "wrong_content_type" }
  /** Any answer, as it is. */
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly json?: unknown;
      readonly headers?: { readonly [name: string]: string };
      readonly when?: FaultSide;
    }
  /** The connection is reset; `midway` after half of the answer. */
  | { readonly kind: "reset"; readonly when?: FaultSide | "midway" }
  /** Waits so many real milliseconds. */
  | { readonly kind: "delay"; readonly milliseconds: number; readonly when?: FaultSide }
  /** Waits for {@link Emulator.releaseHolds}. */
  | { readonly kind: "hold"; readonly when?: FaultSide }
  /** Somebody else acts on the cluster that the request addresses, right before it or after it: `{ put_alias: { name, collection_name } }`. */
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
  /** Id of the operation; null: none has this method and path. */
  readonly operation: string | null;
  /** Name of the key; null: it is unknown. */
  readonly key: string | null;
  readonly body: unknown;
  /** Whether the operation was carried out, whatever the client received. */
  readonly done: boolean;
  /** The status that was sent; null while the request is being answered. */
  readonly status: number | "reset" | null;
  /** Ids of the faults that met it. */
  readonly faults: readonly string[];
}

/** What the emulator holds. Records have the API's fields. */
export interface EmulatorState {
  /** The emulator's time, RFC 3339. */
  readonly now: string;
  /** As a key that sees all would read them now. */
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
  /** Certificate and key (PEM) with which it serves https. @default plain http */
  readonly tls?: { readonly certificate: string; readonly key: string };
  /** @default real time, at its own speed */
  readonly clock?: ClockOptions;
  /** `30/60` (requests per seconds of the emulator's clock, for each key) or `off`. @default "off" */
  readonly rate?: string;
  /** The names that the API speaks. @default "search-cloud" */
  readonly dialect?: "search-cloud" | "typesense-cloud";
  /** Answers to questions that the documents leave open; `searchcloud emulator --help` lists them. */
  readonly assumptions?: { readonly [name: string]: string | number };
  /** Keys beside those of the presets. */
  readonly keys?: readonly KeyRequest[];
  readonly seed?: SeedRequest;
}

/** A running emulator. What its methods do is what somebody else does, or the service: no rule of the API applies unless it says so. */
export interface Emulator {
  /** For `SEARCHCLOUD_BASE_URL`: `http://127.0.0.1:<port>/api/v1`. */
  readonly baseUrl: string;
  /** For `SEARCHCLOUD_NODE_URL`: `http://127.0.0.1:<port>/nodes/{hostname}`. */
  readonly nodeUrl: string;
  /** Where the same methods stand as requests: `http://127.0.0.1:<port>/control`. */
  readonly controlUrl: string;
  /** For `SEARCHCLOUD_API_KEY`: the key of the preset admin. */
  readonly key: string;
  /** The keys of all presets, and added ones, by name: `keys["read-only"]`. */
  readonly keys: { readonly [name: string]: string };
  /** Ends it: breaks its connections, frees the port. */
  close(): Promise<void>;

  /** Moves the clock forward by so many seconds. Answers its time in epoch seconds. */
  advance(seconds: number): number;
  /** Adds clusters and keys. Answers the ids of the clusters. @throws Error for an id that is taken */
  seed(request: SeedRequest): string[];
  state(): EmulatorState;
  /** The requests so far, of more than 10,000 the last ones. */
  journal(): readonly JournalEntry[];
  clearJournal(): void;

  /** Adds a fault. Answers its id, which the journal names. */
  addFault(request: { readonly match?: FaultMatch; readonly effect: FaultEffect }): string;
  clearFaults(): void;
  /** Ends as soon as so many requests are held by faults. @default 1 */
  held(count?: number): Promise<void>;
  /** Releases the held requests. Answers how many. */
  releaseHolds(): number;

  /** Changes fields of a cluster, as the API has them. */
  patchCluster(clusterId: string, fields: JsonObject): void;
  terminateOutside(clusterId: string): void;
  /** Drops a cluster at once: 404 from now on. */
  forget(clusterId: string): void;
  /** Raises memory and vcpu as the service does by itself. */
  autoUpgrade(clusterId: string, to: { readonly memory: string; readonly vcpu: string }): void;
  /** Schedules a configuration change under the rules of the API. Answers its id. */
  changeOutside(clusterId: string, body?: JsonObject): string;
  cancelOutside(clusterId: string, changeId: string): void;
  /** Begins a pending change now. */
  beginChange(clusterId: string, changeId: string): void;
  finishChange(clusterId: string, changeId: string, outcome: "succeeded" | "failed"): void;
  /** Lets the open change fail at its time; without one, the next that is created. */
  failNextChange(clusterId: string): void;
  /** The same for cloning operations. */
  cloneOutside(clusterId: string, body?: JsonObject): string;
  cancelCloneOutside(clusterId: string, cloneId: string): void;
  beginClone(clusterId: string, cloneId: string): void;
  finishClone(clusterId: string, cloneId: string, outcome: "succeeded" | "failed"): void;
  failNextClone(clusterId: string): void;
  /** Answers the id of the parameter. */
  setParameterOutside(clusterId: string, name: string, value: string): string;
  deleteParameterOutside(clusterId: string, name: string): void;
  /** The server parameters in effect, whatever is stored. */
  runningParameters(clusterId: string): { readonly [name: string]: string };
  /** How many pairs of data-plane keys were issued for a cluster. */
  issuedKeys(clusterId: string): number;

  /** Puts collections, documents, aliases, keys and named records onto a cluster. */
  seedData(clusterId: string, seed: DataSeed): void;
  createCollectionOutside(clusterId: string, body: JsonObject): void;
  patchCollectionOutside(clusterId: string, name: string, body: JsonObject): void;
  /** Drops a collection with its documents. */
  dropCollectionOutside(clusterId: string, name: string): void;
  /** Stores documents, or replaces those whose id is there. */
  addDocumentsOutside(clusterId: string, collection: string, documents: readonly JsonObject[]): void;
  putAliasOutside(clusterId: string, name: string, collection: string): void;
  deleteAliasOutside(clusterId: string, name: string): void;
  /** Creates a key of the nodes; its body may choose the `value`. Answers its id. */
  createNodeKeyOutside(clusterId: string, body: JsonObject): number;
  revokeKeyOutside(clusterId: string, keyId: number | string): void;
  putNamedOutside(clusterId: string, kind: NamedKind, name: string, body: JsonObject): void;
  deleteNamedOutside(clusterId: string, kind: NamedKind, name: string): void;
  /** Sets the servers of a cluster up anew: nothing is left of what was on them, and keys are counted from the beginning. */
  rebuildOutside(clusterId: string): void;

  /** Takes a node down: nothing there accepts a connection, and another node leads if it did. */
  takeNodeDown(hostname: string): void;
  bringNodeUp(hostname: string): void;
  /**
   * Restarts a node at once: it shows this moment as `created_at` of every collection that it has not written to a snapshot, and
   * forgets what `POST /config` has set.
   */
  restartNode(hostname: string): void;
  /** By how many seconds the `created_at` of every collection is later at a node than at the others. */
  skewNode(hostname: string, seconds: number): void;
  /** Lets a cluster answer no write, until {@link regainQuorum}; `held` says when one waits. */
  loseQuorum(clusterId: string): void;
  /**
   * Ends it: the writes that wait are carried out in their order, whether their clients are still there or not.
   * Answers how many. @default carry_out: true; false: they are lost
   */
  regainQuorum(clusterId: string, request?: { readonly carry_out?: boolean }): number;
  /** What a node lacks: its health says so, and it refuses writes other than DELETE (422); null: nothing. */
  setNodeHealth(hostname: string, lacks: "OUT_OF_DISK" | "OUT_OF_MEMORY" | null): void;
  /** Lets a node show what the cluster has at this moment, for so many seconds or requests, or until {@link catchUpNode}. */
  lagNode(
    hostname: string,
    request?: { readonly seconds?: number; readonly requests?: number; readonly healthy?: boolean },
  ): void;
  catchUpNode(hostname: string): void;

  addKey(request: KeyRequest): unknown;
  /** Without a payment method paid operations answer 402; a restricted account answers 403. */
  setAccount(fields: { readonly payment_method?: boolean; readonly restricted?: boolean }): unknown;
  /** @throws Error that says which questions or answers there are. */
  setAssumptions(answers: { readonly [name: string]: string | number }): unknown;
}

/**
 * Starts an emulator of the service on a loopback port: the management API, and the nodes of its clusters. It is strict about requests,
 * keeps state, and has a clock of its own.
 *
 * @throws Error for a port that is taken, a key that is not the certificate's, an unknown assumption, capability or preset, or
 * options or a seed that cannot be read
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

/** The rest of each option is checked where it is used. */
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

/** @throws Error that says what is wrong, and where: a name that is mistyped would otherwise meet nothing. */
function read<T>(schema: z.ZodType<T>, given: unknown, what: string): T {
  const { success, data, error } = schema.safeParse(given);
  if (success) return data;
  throw new Error(
    `${what === "options" ? "These are no" : "This is no"} ${what} of the emulator:\n${z.prettifyError(error)}`,
  );
}
