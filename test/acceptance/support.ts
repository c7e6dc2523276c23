import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../src/client";
import {
  type EmulatorServer,
  type EmulatorServerOptions,
  type FaultMatchBody,
  startEmulatorServer,
} from "../../src/emulator";
import { DOMAIN } from "../../src/emulator/domain/clusters/answer";
import { ADDRESS } from "../../src/provider/address";
import { searchcloud } from "../../src/provider/provider";
import { needsProviderInImports } from "../support/features";
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
/** A cluster that no resource manages. */
export const SHOP = "shop1";
/** A key of the nodes of the clusters that a test seeds with it (everyType/onNodes). */
export const NODE_KEY = "data-key-0123456789abcdef";
export const APPLY = ["apply", "-auto-approve", "-input=false"];
export const DESTROY = ["destroy", "-auto-approve", "-input=false"];

/**
 * Options of an emulator on which every request takes a second, less than the lead of an immediate change, and every
 * operation of the service takes a few seconds.
 */
export const OPTIONS = {
  clock: { mode: "step", start: START, stepPerRequest: 1000 },
  assumptions: {
    provisioning_seconds: 3,
    termination_step_seconds: 2,
    change_seconds: 4,
    clone_pending_seconds: 2,
    clone_seconds: 3,
    clone_target_service_seconds: 2,
  },
} as const;

/** The body of a block: attributes by name, and blocks with their whole text under any name. */
export type Lines = Readonly<Record<string, string | undefined>>;
/** A whole configuration except the provider, or the lines of {@link PRODUCTS} alone. */
export type Configuration = string | Lines;

/** One emulated account, the provider in this process, and a folder in which the real terraform runs. */
export interface Scene {
  readonly emulator: EmulatorServer;
  readonly workspace: Workspace;
  readonly served: Reattached;
  /** The environment of the provider; a test may change it between two commands. */
  readonly environment: Record<string, string | undefined>;
  /** Replaces the configuration. `settings` is the body of the provider block. */
  write(text: Configuration, settings?: string): Promise<void>;
  /** Applies (after writing the given configuration) and returns the output of terraform as one line, as do the following methods. */
  apply(text?: Configuration, expect?: number): Promise<string>;
  plan(text?: Configuration, expect?: number): Promise<string>;
  /** Plans, and throws unless the plan is empty. */
  empty(text?: Configuration): Promise<string>;
  destroy(expect?: number): Promise<string>;
  /** Plans, runs `meanwhile`, and applies that plan. */
  applyAfter(meanwhile: () => unknown, text?: Configuration, expect?: number): Promise<string>;
  /** Returns the only change of a plan. */
  change(text?: Configuration): Promise<ResourceChange["change"]>;
  /** Returns the configuration that terraform generates for the imports of this one. */
  generated(): Promise<string>;
  resource(address?: string): Promise<StateResource>;
  values(address?: string): Promise<StateResource["values"]>;
  inState(): Promise<readonly StateResource[]>;
  /** Returns the write requests since the last call, such as `POST /clusters`. */
  writes(): string[];
  /** Returns the same by operation. */
  wrote(): string[];
  /** Returns all requests since the last call, by operation. */
  requests(): string[];
  /** Starts a run that the test watches; closing the scene ends it. */
  start(args: readonly string[]): Promise<Running>;
  /** Starts a run, and resolves when one of its requests is held, or when it has ended without one. */
  heldAt(match: FaultMatchBody, when?: "before" | "after", args?: readonly string[]): Promise<Running>;
  /** Runs terraform, and interrupts it (Ctrl-C) during a request, whose answer never comes. */
  interrupted(during: FaultMatchBody, args?: readonly string[]): Promise<Run>;
  /** Interrupts a run that {@link heldAt} has started, and releases the held request. */
  interruptedButAnswered(running: Running): Promise<Run>;
  /** Waits until `happened` returns true. */
  until(happened: () => boolean): Promise<void>;
  close(): Promise<void>;
}

/** Seconds by which each request moves the emulator's clock. */
const STEP = 60;

/** Creates a scene. A cluster is in service at the third poll, and terminated at the second, unless a test sets other times. */
export async function scene(options: EmulatorServerOptions = {}, clock = hastyClock()): Promise<Scene> {
  const emulator = await startEmulatorServer({
    clock: { mode: "step", start: START, stepPerRequest: STEP * 1000 },
    ...options,
    assumptions: { provisioning_seconds: 180, termination_step_seconds: 120, ...options.assumptions },
  });
  const environment: Scene["environment"] = {
    SEARCHCLOUD_API_KEY: emulator.key,
    SEARCHCLOUD_BASE_URL: emulator.baseUrl,
    SEARCHCLOUD_NODE_URL: emulator.nodeUrl,
    SEARCHCLOUD_DATA_API_KEY: NODE_KEY,
    SEARCHCLOUD_POLL_INTERVAL: "1ms",
    SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
  };
  const served = await reattached(searchcloud(environment, { clock }), ADDRESS, { env: environment });
  const workspace = await Workspace.create(served.env);
  let closed = false;
  const started: Running[] = [];
  const journal = () => {
    const entries = emulator.journal();
    emulator.clearJournal();
    return entries;
  };
  const written = () => journal().filter(({ method }) => method !== "GET");
  const ready = async (text?: Configuration) => {
    if (text !== undefined) await on.write(text);
  };
  const on: Scene = {
    emulator,
    workspace,
    served,
    environment,
    write: (text, settings = "") => {
      const blocks = typeof text === "string" ? text : cluster(text);
      return workspace.write({ "main.tf": `${header(settings)}\n${withNodeUrls(emulator, blocks)}\n` });
    },
    apply: async (text, expect) => {
      await ready(text);
      return flat((await workspace.apply([], { expect })).output);
    },
    plan: async (text, expect) => {
      await ready(text);
      return flat((await workspace.plan([], { expect })).output);
    },
    empty: async (text) => {
      await ready(text);
      return flat((await workspace.emptyPlan()).output);
    },
    destroy: async (expect) => flat((await workspace.destroy([], { expect })).output),
    applyAfter: async (meanwhile, text, expect) => {
      await ready(text);
      await workspace.plan(["-out=plan.out"]);
      await meanwhile();
      return flat((await workspace.apply(["plan.out"], { expect })).output);
    },
    change: async (text) => {
      await ready(text);
      return onlyChange(await workspace.planJson());
    },
    generated: async () => {
      await planGenerated(workspace);
      return readFile(join(workspace.directory, "generated.tf"), "utf8");
    },
    resource: async (address = PRODUCTS) => {
      const found = (await on.inState()).find((one) => one.address === address);
      if (!found) throw new Error(`${address} is not in state`);
      return found;
    },
    values: async (address) => (await on.resource(address)).values,
    inState: async () => (await workspace.state()).values?.root_module.resources ?? [],
    writes: () => written().map(({ method, path }) => `${method} ${path}`),
    wrote: () => written().map(({ operation }) => operation ?? "?"),
    requests: () => journal().map(({ operation, method, path }) => operation ?? `${method} ${path}`),
    start: async (args) => {
      const running = await workspace.start([...args, "-no-color"]);
      started.push(running);
      return running;
    },
    heldAt: async (match, when, args = APPLY) => {
      emulator.addFault({ match, effect: { kind: "hold", when } });
      const running = await on.start(args);
      await Promise.race([emulator.held(), running.finished]);
      return running;
    },
    interrupted: async (during, args) => {
      const running = await on.heldAt(during, undefined, args);
      running.interrupt();
      const run = await running.finished;
      emulator.clearFaults();
      emulator.releaseHolds();
      return run;
    },
    interruptedButAnswered: async (running) => {
      running.interrupt();
      await running.until("Interrupt received");
      emulator.releaseHolds();
      return running.finished;
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
  return on;
}

/** Plans, and lets terraform write `generated.tf`, the configuration of the imports that have none. */
export async function planGenerated(workspace: Workspace): Promise<Run> {
  const plan = () => workspace.plan(["-generate-config-out=generated.tf"]);
  if (!needsProviderInImports()) return plan();
  const text = await readFile(join(workspace.directory, "main.tf"), "utf8");
  await workspace.write({ "main.tf": text.replace(/^import \{/gm, "import {\n  provider = searchcloud") });
  const run = await plan();
  await workspace.write({ "main.tf": text });
  return run;
}

/** Creates a new scene for each test of the file or of the surrounding `describe`. */
export function eachScene(
  options?: EmulatorServerOptions,
  prepare?: (emulator: EmulatorServer) => unknown,
): Scene {
  const on = {} as Scene;
  beforeEach(async () => {
    Object.assign(on, await scene(options));
    prepare?.(on.emulator);
  });
  afterEach(() => on.close());
  return on;
}

/** Creates one scene for all tests of the file or of the surrounding `describe`, and clears the journal before each. */
export function oneScene(
  options?: EmulatorServerOptions,
  prepare?: (emulator: EmulatorServer) => unknown,
  clock?: Clock,
): Scene {
  const on = {} as Scene;
  beforeAll(async () => {
    Object.assign(on, await scene(options, clock));
    prepare?.(on.emulator);
  });
  afterAll(() => on.close());
  beforeEach(() => on.emulator.clearJournal());
  return on;
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

/** Replaces `node://shop1` and `node://shop1/2` by the URLs of the first and the second node of cluster `shop1`. */
function withNodeUrls(emulator: EmulatorServer, blocks: string): string {
  return blocks.replace(/node:\/\/(\w+)(?:\/(\d))?/g, (_, cluster: string, place = "1") => {
    return emulator.nodeUrl.replace("{hostname}", `${cluster}-${place}.${DOMAIN}`);
  });
}

/** Returns the only change of a managed resource in a plan. */
function onlyChange({ resource_changes = [] }: PlanJson): ResourceChange["change"] {
  const [only, ...others] = resource_changes;
  if (!only || others.length > 0)
    throw new Error(`Planned: ${resource_changes.map(({ address }) => address).join(", ") || "nothing"}`);
  return only.change;
}

export function body(lines: Lines): string {
  return Object.entries(lines)
    .flatMap(([name, text]) =>
      text === undefined ? [] : [/^\w+ \{/.test(text) ? text : `${name} = ${text}`],
    )
    .join("\n");
}

/** Returns a resource block of one small node, with additional lines, or others instead. */
export function cluster(lines: Configuration = 'name = "products"', name = "products"): string {
  const text = typeof lines === "string" ? lines : body(lines);
  const small = { memory: '"0.5_gb"', vcpu: '"2_vcpus_1_hr_burst_per_day"', regions: '["oregon"]' };
  const missing = Object.entries(small)
    .filter(([attribute]) => !new RegExp(`^\\s*${attribute}\\s*=`, "m").test(text))
    .filter(([attribute]) => attribute !== "regions" || !/^\s*region_node_counts\s*=/m.test(text))
    .map(([attribute, value]) => `  ${attribute} = ${value}`);
  return `resource "searchcloud_cluster" "${name}" {\n${missing.join("\n")}\n${text}\n}`;
}

/** The one explicit change of a configuration, and a block of it. */
export const EXPLICIT = "searchcloud_configuration_change.it";
export function explicit(text: string, cluster = SHOP, name = "it"): string {
  return `resource "searchcloud_configuration_change" "${name}" {\ncluster_id = "${cluster}"\n${text}\n}`;
}

/** The one server parameter of a configuration, and a block of it; `cluster` is an expression. */
export const PARAMETER = "searchcloud_server_parameter.it";
export function parameter(value = "500", name = "max-per-page", label = "it", cluster = `"${SHOP}"`): string {
  return `resource "searchcloud_server_parameter" "${label}" {
  cluster_id = ${cluster}
  name       = "${name}"
  value      = "${value}"
}`;
}

/** Adds a small cluster with the id {@link SHOP}, which no resource manages. */
export const seedShop = (emulator: EmulatorServer) =>
  emulator.seed({ clusters: [{ id: SHOP, memory: "8_gb", vcpu: "2_vcpus" }] });

export function importBlock(id: string, to = PRODUCTS): string {
  return `import {\n  to = ${to}\n  id = "${id}"\n}`;
}

/** {@link importBlock} by an identity, as the state has it. */
export function identityBlock(identity: Readonly<Record<string, unknown>>, to: string): string {
  return `import {\n  to = ${to}\n  identity = ${JSON.stringify(identity)}\n}`;
}

/** Returns a resource with a value that is known only after apply, as `terraform_data.later.output`. */
export function later(input: string): string {
  return `resource "terraform_data" "later" {\n  input = ${input}\n}`;
}

/** Returns the output as one line, because terraform breaks its messages into lines. */
export function flat(output: string): string {
  return output.replace(/\s*\n[│╷╵\s]*/g, " ");
}
