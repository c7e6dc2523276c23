import type { Client, ClusterListing, ClusterRecord, Observed } from "../../src/client";
import { changedNames, type Path, type Plannable, UNKNOWN } from "../../src/framework";
import type { PrivateState } from "../../src/provider/cluster/privateState";
import { schema } from "../../src/provider/cluster/schema";
import type { ClusterCall, ClusterPlanning, ClusterValues } from "../../src/provider/cluster/types";
import type { Service } from "../../src/provider/service";
import { collectLog } from "../support/log";

/** A cluster of one node in service, as the client reads it. */
export function record(changes: Partial<ClusterRecord> = {}): ClusterRecord {
  return {
    id: "c-1",
    name: "products",
    memory: "8_gb",
    vcpu: "2_vcpus",
    gpu: "no",
    high_performance_disk: "no",
    search_server_version: "30.2",
    high_availability: "no",
    high_availability_node_count: null,
    search_delivery_network: "off",
    load_balancing: "no",
    regions: ["oregon"],
    region_node_counts: { oregon: 1 },
    auto_upgrade_capacity: null,
    hostnames: { nodes: ["c-1-1.example"], load_balanced: null, search_delivery_network: null },
    usage: { runtime_hours: 5, used_bandwidth_kb: { last_7_days: { "2026-11-19": 7 } } },
    provisioned_by: { user_name: "pipeline", user_type: "API Key" },
    provisioned_at: 1_700_000_000,
    status: "in_service",
    ...changes,
  };
}

/** Null for every attribute of a schema. */
export function nullsOf<Values>(schema: object): Values {
  return Object.fromEntries(Object.keys(schema).map((name) => [name, null])) as Values;
}

/** A cluster of which nothing is said but its capacity. */
export function values(changes: Partial<ClusterValues> = {}): ClusterValues {
  return { ...nullsOf<ClusterValues>(schema), memory: "8_gb", vcpu: "2_vcpus", ...changes };
}

/** A service whose account has these clusters. `asked` counts the listings. */
export function service(
  clusters: readonly ClusterRecord[] = [],
  options: Partial<Pick<Service, "allowDuplicateNames">> & { readonly client?: Partial<Client> } = {},
): Service & { readonly asked: () => number } {
  let asked = 0;
  const client = {
    host: "api.example",
    createsInFlight: () => [],
    cloningOperations: async () => [],
    clusterListing: async (): Promise<ClusterListing> => {
      asked += 1;
      return { clusters };
    },
    changes: async () => [],
    exclusively: async (_id: string, _signal: AbortSignal, act: () => Promise<unknown>) => act(),
    capabilities: async () => null,
    clusterOptions: async () => null,
    clock: { now: () => 0, sleep: () => new Promise(() => {}) },
    ...options.client,
  } as unknown as Client;
  return {
    client,
    allowDuplicateNames: options.allowDuplicateNames ?? false,
    names: new Set(),
    asked: () => asked,
  };
}

export interface Said {
  readonly severity: "warning" | "error";
  readonly summary: string;
  readonly detail: string;
  readonly path: Path | undefined;
}

export interface FakePlanning extends ClusterPlanning {
  readonly said: readonly Said[];
  /** What is kept beside the state now. */
  readonly keeps: () => PrivateState | undefined;
}

export interface PlanningOf {
  readonly action?: ClusterPlanning["action"];
  readonly config?: Plannable<ClusterValues>;
  readonly prior?: ClusterValues;
  readonly service?: Service;
  readonly kept?: PrivateState;
}

/** A plan as the framework hands it over: open values are unknown for a create, and what was before for an update. */
export function planning(given: PlanningOf): FakePlanning {
  const { config = null, prior = null } = given;
  const action = given.action ?? (prior ? "update" : "create");
  const said: Said[] = [];
  let kept = given.kept;
  const planned = config && { ...config };
  if (planned) {
    for (const name of OPEN) {
      if (planned[name] === null) Object.assign(planned, { [name]: prior ? prior[name] : UNKNOWN });
    }
  }
  const say =
    (severity: Said["severity"]): ClusterPlanning["warn"] =>
    (summary, detail, path) =>
      void said.push({ severity, summary, detail, path });
  return {
    action,
    config,
    prior,
    planned,
    get changed() {
      return planned ? changedNames(schema, prior, planned) : [];
    },
    set: (name, value) => {
      if (planned) Object.assign(planned, { [name]: value });
    },
    warn: say("warning"),
    error: say("error"),
    service: given.service ?? service(),
    get privateState() {
      return kept;
    },
    setPrivateState: (value) => {
      kept = value;
    },
    signal: new AbortController().signal,
    log: collectLog().log,
    said,
    keeps: () => kept,
  };
}

/** What the configuration may leave to the service. */
const OPEN = [
  "gpu",
  "high_performance_disk",
  "auto_upgrade_capacity",
  "search_delivery_network",
  "high_availability",
  "high_availability_node_count",
  "regions",
  "region_node_counts",
  "search_server_version",
  "status",
  "hostnames",
  "live",
  "pending_change",
] as const satisfies readonly (keyof ClusterValues)[];

/** A configuration in which a value may be unknown. */
export function config(changes: Partial<Plannable<ClusterValues>> = {}): Plannable<ClusterValues> {
  return { ...values({ regions: ["oregon"] }), ...changes };
}

export interface FakeCall extends ClusterCall {
  readonly said: readonly Said[];
  readonly keeps: () => PrivateState | undefined;
  readonly keptValues: () => Partial<ClusterValues>;
}

/** A call of one operation. */
export function call(of: Service, given: { readonly kept?: PrivateState } = {}): FakeCall {
  const said: Said[] = [];
  let { kept } = given;
  const keptValues: Partial<ClusterValues> = {};
  return {
    service: of,
    signal: new AbortController().signal,
    deadline: 1000,
    timeout: "1s",
    log: collectLog().log,
    warn: (summary, detail, path) => void said.push({ severity: "warning", summary, detail, path }),
    saveState: (some) => void Object.assign(keptValues, some),
    get privateState() {
      return kept;
    },
    setPrivateState: (value) => {
      kept = value;
    },
    said,
    keeps: () => kept,
    keptValues: () => keptValues,
  };
}

/** A look that saw this. */
export function seen(cluster: ClusterRecord): Observed {
  const leaving = cluster.status === "deprovisioning" || cluster.status === "terminated";
  return { kind: leaving ? "leaving" : "present", cluster };
}

export const MISSING = { kind: "missing", error: new Error("404") } as unknown as Observed;
