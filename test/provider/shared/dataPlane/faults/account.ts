import { createClient } from "../../../../../src/client";
import { createNodesClient } from "../../../../../src/dataPlane";
import type { AnyResource } from "../../../../../src/framework";
import { apply } from "../../../../../src/framework/apply";
import { type Diagnostic, Diagnostics } from "../../../../../src/framework/diagnostics";
import { planDestroy, planResource } from "../../../../../src/framework/planResource";
import { type Fields, isBlock } from "../../../../../src/framework/schema";
import { type OpenCall, openCall, Session } from "../../../../../src/framework/session";
import { importState, readState } from "../../../../../src/framework/state";
import type { HttpAnswer, HttpRequest, Transport } from "../../../../../src/http/transport";
import { resources } from "../../../../../src/provider/dataPlaneTypes";
import { serviceOf } from "../../../../../src/provider/shared/service";
import { Secrets } from "../../../../../src/redaction";
import type { Value, ValueRecord } from "../../../../../src/wire/cty/value";
import { BASE_URL, KEY, type Service, serviceOn } from "../../../../client/faults/service";
import { TestClock } from "../../../../client/kit/clock";
import { openedBy, unanswered } from "../../../../client/kit/transport";
import { providerOf } from "../../../../support/call";
import { collectLog } from "../../../../support/log";

export const CLUSTER = "c-1";
export const NODE_KEY = "data-key-0123456789abcdef";
const NODE_URL = "http://127.0.0.1/nodes/{hostname}";

/** The state and private state of one instance. */
export interface Kept {
  readonly state: ValueRecord | null;
  readonly privateState: unknown;
}
export const NOTHING: Kept = { state: null, privateState: undefined };

/** One command of Terraform: its state and its diagnostics. */
export interface Ran extends Kept {
  readonly said: readonly Diagnostic[];
  readonly failed: boolean;
  /** True if there was nothing to do. */
  readonly empty: boolean;
}

/** A request of the applying process, as passed to a {@link Trouble}. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  /** Its position among the write requests to nodes, counted from 1; 0: a read. */
  readonly nthWrite: number;
}

/** The end of a process that has sent a request, before or after the node receives it. */
export type Fate = "kill" | "stop" | undefined;
export interface Trouble {
  before?(passing: Passing): Fate;
  after?(passing: Passing): Fate;
}

interface Process {
  readonly session: Session;
  /** Resolves when the process is killed. */
  readonly killed: Promise<void>;
}

/** An emulated cluster in this process, with a clock that does not wait; each walk of Terraform is a separate process. */
export class Account {
  readonly clock = new TestClock();
  readonly emulator: Service;
  readonly resource: AnyResource;
  readonly said: Diagnostic[] = [];
  readonly #log = collectLog();
  readonly #secrets = new Secrets();

  constructor(type: string, nodes: number, data: object) {
    const resource = resources.find(({ name }) => name === type);
    if (resource === undefined) throw new Error(`There is no type ${type}`);
    this.resource = resource;
    const available = nodes === 3 ? { high_availability: "yes", high_availability_node_count: "3" } : {};
    this.emulator = serviceOn(this.clock, {
      seed: { clusters: [{ id: CLUSTER, search_server_version: "30.2", ...available, data }] },
      rate: "1000/60",
    });
  }

  /** Returns the hostnames of the nodes. */
  get nodes(): readonly string[] {
    return this.emulator.state().clusters[0]?.hostnames?.nodes ?? [];
  }

  /** Returns the secrets in diagnostics or log lines. */
  secretsSaid(secrets: readonly string[]): string[] {
    const text = JSON.stringify([this.#log.lines, this.said]);
    return [KEY, NODE_KEY, ...secrets].filter((secret) => text.includes(secret));
  }

  /** Reads from a node, for data that the state of the emulator does not show. */
  ask(node: string, path: string, key = NODE_KEY): Promise<HttpAnswer> {
    return this.emulator.transport.send({
      method: "GET",
      url: `${NODE_URL.replace("{hostname}", node)}${path}`,
      headers: { "x-search-api-key": key },
      body: null,
      signal: new AbortController().signal,
    });
  }

  /** Refreshes, plans and applies; a replacement is a destroy and a create. `beforeApply` runs when all is planned. */
  async apply(values: object, kept = NOTHING, trouble?: Trouble, beforeApply = () => {}): Promise<Ran> {
    const config = whole(this.resource.schema, values);
    const planning = this.#process();
    const refreshed = await this.#refreshed(planning, kept);
    if (refreshed.failed) return refreshed;
    const prior = refreshed.state;
    const proposed = config;
    const opened = this.#open(planning, refreshed.privateState);
    const plan = await this.#plan(opened, () => planResource(opened, { config, prior, proposed }));
    if (plan === null) return this.#ran(opened, refreshed);
    const said = [...refreshed.said, ...opened.diagnostics.items];
    if (plan.planned === prior) return { ...this.#ran(opened, refreshed), said, empty: true };
    if (prior !== null && plan.replace.length > 0) {
      const second = this.#open(planning, refreshed.privateState);
      const created = await this.#plan(second, () => planResource(second, { config, prior: null, proposed }));
      if (created === null) return this.#ran(second, refreshed);
      beforeApply();
      const doing = this.#process(trouble);
      const old = { state: prior, privateState: second.call.privateState };
      const destroyed = await this.#carriedOut(doing, old, "delete", { config: null, prior, planned: null });
      if (destroyed.state !== null || destroyed.failed)
        return { ...destroyed, said: [...said, ...destroyed.said] };
      const third = this.#open(doing, undefined);
      const again = await this.#plan(third, () => planResource(third, { config, prior: null, proposed }));
      if (again === null) return this.#ran(third, NOTHING);
      const fresh = { state: null, privateState: third.call.privateState };
      const ran = await this.#carriedOut(doing, fresh, "create", {
        config,
        prior: null,
        planned: again.planned,
      });
      return { ...ran, said: [...said, ...ran.said] };
    }
    beforeApply();
    const begun = { state: prior, privateState: opened.call.privateState };
    const input = { config, prior, planned: plan.planned };
    const ran = await this.#carriedOut(this.#process(trouble), begun, prior ? "update" : "create", input);
    return { ...ran, said: [...said, ...ran.said] };
  }

  async destroy(kept: Kept, trouble?: Trouble, beforeApply = () => {}): Promise<Ran> {
    const planning = this.#process();
    const refreshed = await this.#refreshed(planning, kept);
    const prior = refreshed.state;
    if (refreshed.failed || prior === null) return refreshed;
    const opened = this.#open(planning, refreshed.privateState);
    if ((await this.#plan(opened, () => planDestroy(opened, prior))) === null) {
      return this.#ran(opened, refreshed);
    }
    beforeApply();
    const begun = { state: prior, privateState: opened.call.privateState };
    const input = { config: null, prior, planned: null };
    const ran = await this.#carriedOut(this.#process(trouble), begun, "delete", input);
    return { ...ran, said: [...refreshed.said, ...opened.diagnostics.items, ...ran.said] };
  }

  /** Imports an existing object. */
  async import(id: string): Promise<Ran> {
    const process = this.#process();
    const opened = this.#open(process, undefined);
    const state = (await importState(opened, id)) ?? null;
    return this.#refreshed(process, { state, privateState: opened.call.privateState });
  }

  async #carriedOut(
    process: Process,
    begun: Kept,
    operation: "create" | "update" | "delete",
    input: Parameters<typeof apply>[1],
  ): Promise<Ran> {
    const values = input.planned ?? input.prior ?? {};
    const call = this.#open(process, begun.privateState, operation, values as ValueRecord);
    const ending = apply(call, input).then((state) =>
      this.#ran(call, { state, privateState: call.call.privateState }),
    );
    // The diagnostics of a killed process are lost.
    const killed = process.killed.then(() => ({ ...begun, said: [], failed: true, empty: false }));
    return Promise.race([ending, killed]);
  }

  async #plan<T>(opened: OpenCall, plan: () => Promise<T>): Promise<T | null> {
    try {
      const planned = await plan();
      this.said.push(...opened.diagnostics.items);
      return opened.diagnostics.failed ? null : planned;
    } catch (error) {
      opened.diagnostics.addThrown(error, "planning", this.#log.log);
      return null;
    }
  }

  async #refreshed(process: Process, kept: Kept): Promise<Ran> {
    if (kept.state === null) return { ...NOTHING, said: [], failed: false, empty: false };
    const reading = this.#open(process, kept.privateState);
    try {
      const state = await readState(reading, kept.state);
      return this.#ran(reading, { state, privateState: state ? reading.call.privateState : undefined });
    } catch (error) {
      reading.diagnostics.addThrown(error, "reading", this.#log.log);
      return this.#ran(reading, kept);
    }
  }

  #ran({ diagnostics }: OpenCall, { state, privateState }: Kept): Ran {
    this.said.push(...diagnostics.items);
    return { state, privateState, said: diagnostics.items, failed: diagnostics.failed, empty: false };
  }

  #open(
    { session }: Process,
    privateState: unknown,
    operation?: "create" | "update" | "delete",
    values?: ValueRecord,
  ): OpenCall {
    return openCall(session, this.resource, {
      context: new AbortController(),
      diagnostics: new Diagnostics(),
      privateState: structuredClone(privateState) ?? undefined,
      ...(operation && { operation }),
      ...(values && { values }),
    });
  }

  #process(trouble: Trouble = {}): Process {
    const dead = new AbortController();
    processes += 1;
    // Clients of one base URL share locks in a process; those of two processes do not.
    const own = BASE_URL.replace("/api", `/process-${processes}/api`);
    const { log } = this.#log;
    let writes = 0;
    const { send: deliver, ...rest } = this.emulator.transport;
    const secrets = this.#secrets;
    const session = new Session(providerOf(this.resource), { log, now: () => this.clock.now(), secrets });
    const meets = (fate: Fate) => {
      if (fate === "kill") dead.abort();
      // A killed process is stopped as well, so that nothing continues in this process.
      if (fate !== undefined) session.stop();
    };
    const send = async (request: HttpRequest): Promise<HttpAnswer> => {
      if (dead.signal.aborted) return unanswered(request);
      const { pathname } = new URL(request.url);
      const isWrite = request.method !== "GET" && pathname.startsWith("/nodes/");
      if (isWrite) writes += 1;
      const passing = { method: request.method, path: pathname, nthWrite: isWrite ? writes : 0 };
      meets(trouble.before?.(passing));
      // A request that is aborted before it is sent never arrives.
      if (dead.signal.aborted || request.signal.aborted) return unanswered(request);
      // The node completes its work even if no client waits for it.
      const delivered = deliver({ ...request, url: request.url.replace(own, BASE_URL) });
      const settle = () => {
        meets(trouble.after?.(passing));
        return dead.signal.aborted;
      };
      const answer = await delivered.catch((error: unknown) => {
        if (settle()) return unanswered(request);
        throw error;
      });
      return settle() ? unanswered(request) : answer;
    };
    const transport: Transport = { ...rest, send, open: openedBy({ send }) };
    const options = {
      dialect: "search-cloud",
      env: {},
      log,
      secrets,
      dependencies: { transport, clock: this.clock, random: () => 0 },
    } as const;
    const client = createClient({
      ...options,
      apiKey: KEY,
      baseUrl: own,
      pollInterval: 60_000,
      requestsPerMinute: 0,
    });
    const nodes = createNodesClient(options);
    const dataApiKey = { value: NODE_KEY, origin: "data_api_key of the provider" };
    session.configured(serviceOf({ client, nodes: async () => nodes, nodeUrl: NODE_URL, dataApiKey }));
    const killed = new Promise<void>((resolve) =>
      dead.signal.addEventListener("abort", () => resolve(), { once: true }),
    );
    return { session, killed };
  }
}

let processes = 0;

/** Returns the values of a configuration, null unless given. */
function whole(schema: Fields, values: object): ValueRecord {
  const given = values as Readonly<Record<string, unknown>>;
  const all: Record<string, unknown> = Object.create(null);
  for (const [name, field] of Object.entries(schema)) {
    const value = given[name] ?? null;
    if (!isBlock(field)) all[name] = value;
    else if (field.block === "single") all[name] = value === null ? null : whole(field.fields, value);
    else all[name] = ((value ?? []) as object[]).map((one) => whole(field.fields, one));
  }
  return all as Record<string, Value>;
}
