import type { OperationId } from "../../../src/api/operations";
import type { Client } from "../../../src/client";
import type { Control, SeedRequest } from "../../../src/emulator";
import { START } from "../kit/clock";

/** One mutating operation, called the way the provider calls it. */
export interface Write {
  readonly operation: OperationId;
  readonly run: (client: Client, signal: AbortSignal) => Promise<unknown>;
  /** Whether the answer says that it has been done. @default whatever is answered says so */
  readonly claims?: (answer: unknown) => boolean;
  /** How often it has been done, as the service knows it. */
  readonly done: (service: Control) => number;
  /** What an error has to name, so that the person at the terminal knows what is in question. */
  readonly names: readonly string[];
  /** Whether doing it twice is no harm, so that a request may be repeated as long as a look shows nothing. */
  readonly harmless: boolean;
  /** The list that tells what became of one that must not be done twice, where there is one. */
  readonly look?: OperationId;
}

/** A cluster with one of everything that can be read, changed, cancelled or deleted. */
export const SEED: SeedRequest = {
  clusters: [
    { id: "c1", name: "shop", memory: "8_gb", vcpu: "4_vcpus", parameters: { "max-per-page": "500" } },
    {
      id: "c2",
      name: "changing",
      memory: "8_gb",
      vcpu: "4_vcpus",
      changes: [{ id: "ch2", perform_change_at: START / 1000 + 86_400, new_memory: "16_gb" }],
    },
    { id: "c3", name: "cloning", clones: [{ id: "cl3", status: "pending" }] },
  ],
  invoices: 3,
};

const PARAMETER = "max-per-page";

/** The id of the seeded parameter: the first that the emulator gives. */
export const parameterId = (service: Control): string => service.state().parameters[0]?.id ?? "";

const count = <T>(all: readonly T[], counts: (one: T) => boolean) => all.filter(counts).length;
const stored = (service: Control, name: string) =>
  service.state().parameters.filter(({ parameter_name }) => parameter_name === name);

/** All eleven. `id` is that of the seeded parameter. */
export const writes = (id: string): readonly Write[] => [
  {
    operation: "createCluster",
    run: (client, signal) =>
      client.createCluster(
        { name: "products", memory: "8_gb", vcpu: "4_vcpus", regions: "oregon" },
        { signal },
      ),
    done: (service) => count(service.state().clusters, ({ name }) => name === "products"),
    names: ["products"],
    harmless: false,
    look: "listClusters",
  },
  {
    operation: "updateCluster",
    run: (client, signal) => client.updateCluster("c1", { name: "renamed" }, { signal }),
    done: (service) => count(service.state().clusters, ({ name }) => name === "renamed"),
    names: ["c1"],
    harmless: true,
  },
  {
    operation: "terminateCluster",
    run: (client, signal) => client.terminateCluster("c1", { signal }),
    done: (service) =>
      1 - count(service.state().clusters, ({ id, status }) => id === "c1" && status === "in_service"),
    names: ["c1"],
    harmless: true,
  },
  {
    operation: "issueClusterApiKeys",
    run: (client, signal) => client.issueApiKeys("c1", { signal }),
    done: (service) => service.issuedKeys("c1"),
    names: ["c1"],
    harmless: false,
  },
  {
    operation: "createConfigurationChange",
    run: (client, signal) =>
      client.createChange(
        "c1",
        { perform_change_at: START / 1000 + 86_400, new_memory: "16_gb", new_vcpu: "4_vcpus" },
        { signal },
      ),
    done: (service) => count(service.state().changes, ({ cluster_id }) => cluster_id === "c1"),
    names: ["c1"],
    harmless: false,
    look: "listConfigurationChanges",
  },
  {
    operation: "cancelConfigurationChange",
    run: (client, signal) => client.cancelChange("c2", "ch2", { signal }),
    claims: says("canceled"),
    done: (service) => count(service.state().changes, ({ status }) => status === "canceled"),
    names: ["c2", "ch2"],
    harmless: true,
  },
  {
    operation: "createCloningOperation",
    run: (client, signal) => client.createCloningOperation("c1", { target_region: "paris" }, { signal }),
    done: (service) => count(service.state().clones, ({ cluster_id }) => cluster_id === "c1"),
    names: ["c1"],
    harmless: false,
    look: "listCloningOperations",
  },
  {
    operation: "cancelCloningOperation",
    run: (client, signal) => client.cancelCloningOperation("c3", "cl3", { signal }),
    claims: says("canceled"),
    done: (service) => count(service.state().clones, ({ status }) => status === "canceled"),
    names: ["c3", "cl3"],
    harmless: true,
  },
  {
    operation: "createServerConfigurationParameter",
    run: (client, signal) =>
      client.createParameter(
        "c1",
        { parameter_name: "cache-num-entries", parameter_value: "5000" },
        { signal },
      ),
    done: (service) => stored(service, "cache-num-entries").length,
    names: ["c1", "cache-num-entries"],
    harmless: false,
    look: "listServerConfigurationParameters",
  },
  {
    operation: "updateServerConfigurationParameter",
    run: (client, signal) => client.updateParameter("c1", id, "250", { signal }),
    done: (service) => count(stored(service, PARAMETER), ({ parameter_value }) => parameter_value === "250"),
    names: ["c1", id],
    harmless: true,
  },
  {
    operation: "deleteServerConfigurationParameter",
    run: (client, signal) => client.deleteParameter("c1", id, { signal }),
    claims: (answer) => answer === "deleted",
    done: (service) => 1 - stored(service, PARAMETER).length,
    names: ["c1", id],
    harmless: true,
  },
];

function says(kind: string): (answer: unknown) => boolean {
  return (answer) => (answer as { kind: string }).kind === kind;
}

/** One way to read something. */
export interface Read {
  readonly way: string;
  readonly operation: OperationId;
  /** What is compared with the answer of a service without faults. */
  readonly run: (client: Client, signal: AbortSignal) => Promise<unknown>;
  /** What is answered when it cannot be read: a hint needs no error. @default an error */
  readonly otherwise?: null;
}

const METRICS = ["system_cpu_active_percentage", "search_latency_ms"] as const;

/** All thirteen, some of them in more than one way. */
export const reads = (id: string, invoice: string): readonly Read[] => [
  {
    way: "operations.getAccount",
    operation: "getAccount",
    run: ({ operations }, signal) => operations.getAccount({}, { signal }),
  },
  {
    way: "capabilities",
    operation: "getAccount",
    run: (client, signal) => client.capabilities({ signal }),
    otherwise: null,
  },
  {
    way: "clusterListing",
    operation: "listClusters",
    run: async (client, signal) =>
      (await client.clusterListing({ maxAge: 0, signal })).clusters.map(({ id, name }) => [id, name]),
  },
  {
    way: "list",
    operation: "listClusters",
    run: (client, signal) => collect(client.list("listClusters", {}, { signal })),
  },
  {
    way: "read fresh",
    operation: "getCluster",
    run: (client, signal) => client.read("c1", "fresh", { signal }),
  },
  {
    way: "read shared",
    operation: "getCluster",
    run: (client, signal) => client.read("c1", "shared", { signal }),
  },
  {
    way: "read shared by three",
    operation: "listClusters",
    run: (client, signal) =>
      Promise.all(["c1", "c2", "c3"].map((one) => client.read(one, "shared", { signal }))),
  },
  {
    way: "metrics",
    operation: "getClusterMetrics",
    run: async (client, signal) => {
      const answers = await client.metrics("c1", { metrics: METRICS, window: "1h" }, { signal });
      return answers.map(({ metrics, window }) => [Object.keys(metrics), window]);
    },
  },
  {
    way: "changes",
    operation: "listConfigurationChanges",
    run: (client, signal) => client.changes("c2", { signal }),
  },
  {
    way: "readChange",
    operation: "getConfigurationChange",
    run: (client, signal) => client.readChange("c2", "ch2", { signal }),
  },
  {
    way: "cloningOperations",
    operation: "listCloningOperations",
    run: (client, signal) => client.cloningOperations("c3", { signal }),
  },
  {
    way: "readCloningOperation",
    operation: "getCloningOperation",
    run: (client, signal) => client.readCloningOperation("c3", "cl3", { signal }),
  },
  {
    way: "parameters",
    operation: "listServerConfigurationParameters",
    run: (client, signal) => client.parameters("c1", { signal }),
  },
  {
    way: "readParameter",
    operation: "getServerConfigurationParameter",
    run: (client, signal) => client.readParameter("c1", id, { signal }),
  },
  {
    way: "list",
    operation: "listInvoices",
    run: (client, signal) => collect(client.list("listInvoices", {}, { signal })),
  },
  {
    way: "operations.getInvoice",
    operation: "getInvoice",
    run: ({ operations }, signal) => operations.getInvoice({ path: { id: invoice } }, { signal }),
  },
  {
    way: "operations.listClusterOptions",
    operation: "listClusterOptions",
    run: ({ operations }, signal) => operations.listClusterOptions({}, { signal }),
  },
  {
    way: "clusterOptions",
    operation: "listClusterOptions",
    run: (client, signal) => client.clusterOptions({ signal }),
    otherwise: null,
  },
];

async function collect<T>(records: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of records) all.push(one);
  return all;
}
