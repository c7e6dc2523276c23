import { type Emulator, type EmulatorOptions, type FaultMatch, startEmulator } from "../../src/emulator";
import { ADDRESS } from "../../src/provider/address";
import { searchcloud } from "../../src/provider/provider";
import { hastyClock } from "../support/hastyClock";
import {
  type PlanJson,
  type Reattached,
  type ResourceChange,
  type Run,
  type Running,
  reattached,
  type StateResource,
  Workspace,
} from "../support/terraform";

/** Midnight before the emulator's first request. */
export const START = Date.UTC(2026, 10, 20);
export const PRODUCTS = "searchcloud_cluster.products";

/** A request moves the clock by less than the lead of a change that is to begin at once. */
export const OPTIONS = {
  clock: { mode: "step", start: START, stepPerRequest: 1000 },
  assumptions: { provisioning_seconds: 3, change_seconds: 4 },
} as const;

/** One emulated account, the provider in this process, and a folder in which the real terraform runs. */
export interface Scene {
  readonly emulator: Emulator;
  readonly workspace: Workspace;
  readonly served: Reattached;
  /** What the provider sees as its environment; a test may change it between two commands. */
  readonly environment: Record<string, string | undefined>;
  /** Replaces the configuration. `settings` is the inside of the provider block. */
  write(text: string, settings?: string): Promise<void>;
  /** Writes and applies. */
  applied(text: string): ReturnType<Workspace["apply"]>;
  /** The one resource that a plan changes. */
  change(args?: readonly string[]): Promise<ResourceChange["change"]>;
  resource(address?: string): Promise<StateResource>;
  /** `POST /clusters` and so on: the requests since the last call that could change something. */
  writes(): string[];
  /** All requests since the last call, by operation. */
  requests(): string[];
  /** Starts a run that the test watches; closing the scene ends it. */
  start(args: readonly string[]): Promise<Running>;
  /** Runs terraform, and interrupts it (Ctrl-C) in the middle of a request, whose answer never comes. */
  interrupted(args: readonly string[], during: FaultMatch): Promise<Run>;
  /** Lets everything go on until something has happened. */
  until(happened: () => boolean): Promise<void>;
  close(): Promise<void>;
}

/** Seconds by which each request moves the emulator's clock. */
const STEP = 60;

/** A cluster is in service at the third look, and terminated at the second, unless a test says otherwise. */
export async function scene(options: EmulatorOptions = {}): Promise<Scene> {
  const emulator = await startEmulator({
    clock: { mode: "step", start: START, stepPerRequest: STEP * 1000 },
    ...options,
    assumptions: { provisioning_seconds: 180, termination_step_seconds: 120, ...options.assumptions },
  });
  const environment: Scene["environment"] = {
    SEARCHCLOUD_API_KEY: emulator.key,
    SEARCHCLOUD_BASE_URL: emulator.baseUrl,
    SEARCHCLOUD_POLL_INTERVAL: "1ms",
    SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
  };
  const served = await reattached(searchcloud(environment, { clock: hastyClock() }), ADDRESS);
  const workspace = await Workspace.create(served.env);
  let closed = false;
  const started: Running[] = [];
  const start = async (args: readonly string[]) => {
    const running = await workspace.start([...args, "-no-color"]);
    started.push(running);
    return running;
  };
  const write = (text: string, settings = "") =>
    workspace.write({ "main.tf": `${header(settings)}\n${text}\n` });
  const taken = () => {
    const entries = emulator.journal();
    emulator.clearJournal();
    return entries;
  };
  return {
    emulator,
    workspace,
    served,
    environment,
    write,
    applied: async (text) => {
      await write(text);
      return workspace.apply();
    },
    change: async (args = []) => onlyChange(await workspace.planJson(args)),
    resource: async (address = PRODUCTS) => {
      const { values } = await workspace.state();
      const found = values?.root_module.resources?.find((one) => one.address === address);
      if (!found) throw new Error(`${address} is not in state`);
      return found;
    },
    writes: () =>
      taken()
        .filter(({ method }) => method !== "GET")
        .map(({ method, path }) => `${method} ${path}`),
    requests: () => taken().map(({ operation, method, path }) => operation ?? `${method} ${path}`),
    start,
    interrupted: async (args, during) => {
      emulator.addFault({ match: during, effect: { kind: "hold" } });
      const running = await start(args);
      await Promise.race([emulator.held(), running.finished]);
      running.interrupt();
      const run = await running.finished;
      emulator.clearFaults();
      emulator.releaseHolds();
      return run;
    },
    until: async (happened) => {
      while (!happened() && !closed) await new Promise((resolve) => setImmediate(resolve));
    },
    close: async () => {
      closed = true;
      for (const running of started) running.kill();
      await workspace.remove();
      await served.close();
      await emulator.close();
    },
  };
}

function header(settings: string): string {
  return `terraform {
  required_providers {
    searchcloud = { source = "${ADDRESS}" }
  }
}
provider "searchcloud" {
${settings}
}`;
}

/** The one change of a managed resource in a plan. */
export function onlyChange({ resource_changes = [] }: PlanJson): ResourceChange["change"] {
  const [only, ...others] = resource_changes;
  if (!only || others.length > 0)
    throw new Error(`Planned: ${resource_changes.map(({ address }) => address).join(", ") || "nothing"}`);
  return only.change;
}

/** A resource block of one small node, with more lines or other ones. */
export function cluster(body = 'name = "products"', name = "products"): string {
  const small = { memory: '"0.5_gb"', vcpu: '"2_vcpus_1_hr_burst_per_day"', regions: '["oregon"]' };
  const lines = Object.entries(small)
    .filter(([attribute]) => !new RegExp(`^\\s*${attribute}\\s*=`, "m").test(body))
    .filter(([attribute]) => attribute !== "regions" || !/^\s*region_node_counts\s*=/m.test(body))
    .map(([attribute, value]) => `  ${attribute} = ${value}`);
  return `resource "searchcloud_cluster" "${name}" {\n${lines.join("\n")}\n${body}\n}`;
}

/** terraform breaks its messages into lines; this is the text as one line. */
export function flat(output: string): string {
  return output.replace(/\s*\n[│╷╵\s]*/g, " ");
}
