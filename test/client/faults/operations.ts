import type { OperationId } from "../../../src/api/operations";
import type { CallOptions, Client } from "../../../src/client";
import type { Control, SeedBody } from "../../../src/emulator";
import { START } from "../kit/clock";

/** One mutating operation, called as the provider calls it. */
export interface Write {
  readonly operation: OperationId;
  readonly run: (client: Client, options: CallOptions) => Promise<unknown>;
  /** True if the answer reports that the operation was carried out. @default true for any answer */
  readonly claims?: (answer: unknown) => boolean;
  /** Returns how often the service carried it out. */
  readonly done: (service: Control) => number;
  /** Names that an error must contain, so that the reader knows which object is affected. */
  readonly names: readonly string[];
  /**
   * The list that shows the outcome of an operation that must not be done twice; null: no list does. @default doing it twice is
   * harmless, so a request may be repeated until a read shows an effect
   */
  readonly look?: OperationId | null;
}

const TOMORROW = START / 1000 + 86_400;
const SIZE = { memory: "8_gb", vcpu: "4_vcpus" };
export const CLUSTER_BODY = { ...SIZE, regions: "oregon" };
export const CHANGE_BODY = { perform_change_at: TOMORROW, new_memory: "16_gb", new_vcpu: "4_vcpus" };

/** A cluster with one of everything that can be read, changed, cancelled or deleted. */
export const SEED: SeedBody = {
  clusters: [
    { id: "c1", name: "shop", ...SIZE, parameters: { "max-per-page": "500" } },
    {
      id: "c2",
      name: "changing",
      ...SIZE,
      changes: [{ id: "ch2", perform_change_at: TOMORROW, new_memory: "16_gb" }],
    },
    { id: "c3", name: "cloning", clones: [{ id: "cl3", status: "pending" }] },
  ],
};

/** The id of the seeded parameter: the emulator's first one. */
export const parameterId = (service: Control): string => service.state().parameters[0]?.id ?? "";

/** All eleven. `id` is that of the seeded parameter. */
export function writes(id: string): readonly Write[] {
  const isCanceled = (answer: unknown) => (answer as { kind: string }).kind === "canceled";
  const canceled = (all: readonly { status: string }[]) =>
    all.filter(({ status }) => status === "canceled").length;
  const atC1 = (all: readonly { cluster_id: string }[]) =>
    all.filter(({ cluster_id }) => cluster_id === "c1").length;
  const named = (service: Control, name: string) =>
    service.state().clusters.filter((one) => one.name === name).length;
  const parameters = (service: Control, name: string) =>
    service.state().parameters.filter(({ parameter_name }) => parameter_name === name);
  const set = { parameter_name: "cache-num-entries", parameter_value: "5000" };
  return [
    {
      operation: "createCluster",
      run: (client, options) => client.createCluster({ name: "products", ...CLUSTER_BODY }, options),
      done: (service) => named(service, "products"),
      names: ["products"],
      look: "listClusters",
    },
    {
      operation: "updateCluster",
      run: (client, options) => client.updateCluster("c1", { name: "renamed" }, options),
      done: (service) => named(service, "renamed"),
      names: ["c1"],
    },
    {
      operation: "terminateCluster",
      run: (client, options) => client.terminateCluster("c1", options),
      done: (service) =>
        service.state().clusters.some(({ id, status }) => id === "c1" && status === "in_service") ? 0 : 1,
      names: ["c1"],
    },
    {
      operation: "issueClusterApiKeys",
      run: (client, options) => client.issueApiKeys("c1", options),
      done: (service) => service.issuedKeys("c1"),
      names: ["c1"],
      look: null,
    },
    {
      operation: "createConfigurationChange",
      run: (client, options) => client.createChange("c1", CHANGE_BODY, options),
      done: (service) => atC1(service.state().changes),
      names: ["c1"],
      look: "listConfigurationChanges",
    },
    {
      operation: "cancelConfigurationChange",
      run: (client, options) => client.cancelChange("c2", "ch2", options),
      claims: isCanceled,
      done: (service) => canceled(service.state().changes),
      names: ["c2", "ch2"],
    },
    {
      operation: "createCloningOperation",
      run: (client, options) => client.createCloningOperation("c1", { target_region: "paris" }, options),
      done: (service) => atC1(service.state().clones),
      names: ["c1"],
      look: "listCloningOperations",
    },
    {
      operation: "cancelCloningOperation",
      run: (client, options) => client.cancelCloningOperation("c3", "cl3", options),
      claims: isCanceled,
      done: (service) => canceled(service.state().clones),
      names: ["c3", "cl3"],
    },
    {
      operation: "createServerConfigurationParameter",
      run: (client, options) => client.createParameter("c1", set, options),
      done: (service) => parameters(service, set.parameter_name).length,
      names: ["c1", set.parameter_name],
      look: "listServerConfigurationParameters",
    },
    {
      operation: "updateServerConfigurationParameter",
      run: (client, options) => client.updateParameter("c1", id, "250", options),
      done: (service) =>
        parameters(service, "max-per-page").filter(({ parameter_value }) => parameter_value === "250").length,
      names: ["c1", id],
    },
    {
      operation: "deleteServerConfigurationParameter",
      run: (client, options) => client.deleteParameter("c1", id, options),
      claims: (answer) => answer === "deleted",
      done: (service) => 1 - parameters(service, "max-per-page").length,
      names: ["c1", id],
    },
  ];
}
