import type { ServerParameterRecord } from "../../../../src/client";
import type { Plannable } from "../../../../src/framework";
import { observedValues } from "../../../../src/provider/resources/cluster/model";
import type { PrivateState } from "../../../../src/provider/resources/cluster/privateState";
import { cluster } from "../../../../src/provider/resources/cluster/resource";
import { type ClusterValues, clusterSchema } from "../../../../src/provider/resources/cluster/schema";
import type { Service } from "../../../../src/provider/shared/service";
import { answering, callOf, planOf } from "../../kit";
import { FakeService } from "../../shared/changes/fakeService";
import { clusterOf, SINGLE } from "../../shared/changes/kit";
import { nullsOf } from "../../support";

/** Returns a cluster with only its capacity configured. */
export function values(changes: Partial<ClusterValues> = {}): ClusterValues {
  return { ...nullsOf<ClusterValues>(clusterSchema), memory: "8_gb", vcpu: "2_vcpus", ...changes };
}

/** Returns a configuration, in which values may be unknown. */
export function config(changes: Partial<Plannable<ClusterValues>> = {}): Plannable<ClusterValues> {
  return { ...values({ regions: ["oregon"] }), ...changes };
}

/** Returns the state after a refresh of a cluster of this size. */
export function stateOf(sizing = SINGLE, changes: Partial<ClusterValues> = {}): ClusterValues {
  return values({ ...observedValues(clusterOf(sizing)), ...changes });
}

/** The private state of a cluster with nothing in flight. */
export const KNOWN: PrivateState = { id: "c-1", host: "api.example", protected: false };

export function clusterCall(service: Service, privateState: PrivateState | undefined = KNOWN) {
  return callOf<ClusterValues, PrivateState>(service, privateState);
}

type Given = Omit<Parameters<typeof planOf<ClusterValues>>[1], "config"> & {
  readonly config?: Partial<Plannable<ClusterValues>>;
};

/** Plans a cluster; returns its diagnostics as one string each. */
export async function planCluster(given: Given) {
  const result = await planOf<ClusterValues>(cluster, given as Parameters<typeof planOf<ClusterValues>>[1]);
  const texts = result.diagnostics.map(
    ({ severity, summary, detail }) => `${severity}: ${summary} | ${detail}`,
  );
  return { ...result, privateState: result.privateState as PrivateState | undefined, texts };
}

/** Returns a server parameter as the service shows it. */
export function parameter(
  name: string,
  value: string,
  updated_at: number | null = null,
): ServerParameterRecord {
  return { id: `id of ${name}`, parameter_name: name, parameter_value: value, created_at: null, updated_at };
}

type Script = ((it: FakeParameters) => void)[];

/** A cluster with server parameters. */
export class FakeParameters extends FakeService {
  readonly beforeWrite: Script = [];
  readonly afterWrite: Script = [];
  /** Returns the value that the service stores. */
  normalise = (value: string) => value;

  constructor(
    readonly held: { [name: string]: string } = {},
    /** The time at which they were set, in seconds since the epoch. */
    since: number | null = null,
  ) {
    super(SINGLE);
    Object.assign(this.client, {
      parameters: async () => {
        this.request("list");
        return Object.entries(held).map(([name, value]) => parameter(name, value, since));
      },
      createParameter: async (_: string, body: { parameter_name: string; parameter_value: string }) =>
        this.#write("create", body.parameter_name, body.parameter_value),
      updateParameter: async (_: string, id: string, value: string) =>
        this.#write("update", id.slice("id of ".length), value),
      deleteParameter: async (_: string, id: string) => this.#write("delete", id.slice("id of ".length)),
    });
  }

  #write(kind: "create" | "update" | "delete", name: string, given?: string): unknown {
    this.request(given === undefined ? `${kind} ${name}` : `${kind} ${name}=${given}`);
    this.beforeWrite.shift()?.(this);
    const isThere = Object.hasOwn(this.held, name);
    if (kind === "create" && isThere) throw answering(422, "It exists already");
    if (kind === "update" && !isThere) throw answering(404);
    const value = this.normalise(given ?? "");
    if (kind === "delete") delete this.held[name];
    else this.held[name] = value;
    this.afterWrite.shift()?.(this);
    if (kind !== "delete") return parameter(name, value);
    return isThere ? "deleted" : "missing";
  }
}
