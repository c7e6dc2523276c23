import { type Clock, createClient } from "../../../../../src/client";
import { createNodesClient } from "../../../../../src/dataPlane";
import { apply } from "../../../../../src/framework/apply";
import { type Diagnostic, Diagnostics } from "../../../../../src/framework/diagnostics";
import { planResource } from "../../../../../src/framework/planResource";
import { type OpenCall, openCall, Session } from "../../../../../src/framework/session";
import { readState } from "../../../../../src/framework/state";
import type { HttpRequest, Transport } from "../../../../../src/http/transport";
import { upgradeRehearsal } from "../../../../../src/provider/resources/upgradeRehearsal/resource";
import type { RehearsalValues } from "../../../../../src/provider/resources/upgradeRehearsal/schema";
import { serviceOf } from "../../../../../src/provider/shared/service";
import { Secrets } from "../../../../../src/redaction";
import { mapRecord, type ValueRecord } from "../../../../../src/wire/cty/value";
import { BASE_URL, KEY, type Service, serviceOn } from "../../../../client/faults/service";
import { TestClock } from "../../../../client/kit/clock";
import { unanswered } from "../../../../client/kit/transport";
import { providerOf } from "../../../../support/call";
import { FAULTS, type FaultCase } from "../../../../support/faultMatrix";
import { collectLog } from "../../../../support/log";

export const SOURCE = "c-1";
export const NODE_KEY = "data-key-0123456789abcdef";
const TITLE = { name: "title", type: "string" };
const DOCUMENTS = ["Lamp", "Desk lamp", "Floor lamp", "Desk"].map((title, at) => ({ id: `d${at}`, title }));

/** One query; null unless configured. */
export const CONFIG: ValueRecord = mapRecord(
  upgradeRehearsal.schema as unknown as ValueRecord,
  (_, name) =>
    ({
      cluster_id: SOURCE,
      search_server_version: "31.0",
      timeouts: { create: "20m", delete: null },
      query: [
        {
          name: "lamps",
          collection: "catalog",
          parameters: { q: "lamp", query_by: "title" },
          same_top: null,
          tolerance: null,
          max_slowdown: null,
        },
      ],
    })[name] ?? null,
);

/** The state and private state of one instance. */
export interface Kept {
  readonly state: RehearsalValues | null;
  readonly privateState: unknown;
}
export const NOTHING: Kept = { state: null, privateState: undefined };

/** One command of Terraform: its state and its diagnostics. */
export interface Ran extends Kept {
  readonly said: readonly Diagnostic[];
  readonly failed: boolean;
}

/** An interruption of the process of an apply after so many requests. */
export interface Interruption {
  readonly after: number;
  readonly how: "kill" | "stop";
}

/** One process of the provider, which may end at any request. */
interface Process {
  readonly session: Session;
  readonly sent: () => number;
  /** Resolves when the process is killed. */
  readonly killed: Promise<void>;
}

/** An emulated account in this process, with a clock that does not wait; each walk of Terraform is a separate process. */
export class Account {
  readonly clock = new TestClock();
  readonly emulator: Service;
  /** Reads at the same time have no order, so no time occurs twice. */
  readonly #ticking: Clock = {
    now: () => {
      this.#ticks += 0.001;
      return this.clock.now() + this.#ticks;
    },
    sleep: (ms, signal) => this.clock.sleep(ms, signal),
  };
  #ticks = 0;
  readonly #secrets = new Secrets();
  readonly #log = collectLog();
  readonly #said: Diagnostic[] = [];
  /** The checks in the states, which hold answers of nodes and pass no further filter. */
  readonly #checks: unknown[] = [];
  /** The number of requests of the last apply or destroy. */
  sent = 0;

  constructor(assumptions: Readonly<Record<string, unknown>> = {}) {
    const data = {
      collections: [
        { name: "catalog", fields: [TITLE], documents: DOCUMENTS },
        // Hidden from the key of the source, but not from that of the clone.
        { name: "hidden", fields: [TITLE] },
      ],
      keys: [{ value: NODE_KEY, description: "test", actions: ["*"], collections: ["catalog"] }],
    };
    this.emulator = serviceOn(this.clock, {
      seed: { clusters: [{ id: SOURCE, search_server_version: "30.2", data }] },
      rate: "1000/60",
      assumptions: { clone_copies_keys: "no", clone_seconds: 60, ...assumptions },
    });
  }

  /** Refreshes, plans and applies; a replacement is a destroy and a create. `beforeApply` runs when all is planned. */
  async apply(kept: Kept = NOTHING, beforeApply = () => {}, interruption?: Interruption): Promise<Ran> {
    const planning = this.#process();
    const refreshed = await this.#refreshed(planning, kept);
    if (refreshed.failed) return refreshed;
    const { privateState } = refreshed;
    const prior = refreshed.state as ValueRecord | null;
    const opened = this.#open(planning, privateState);
    const input = { config: CONFIG, prior, proposed: CONFIG };
    const { planned, replace } = await planResource(opened, input);
    if (opened.diagnostics.failed) return this.#ran(opened, refreshed.state, privateState);
    if (replace.length > 0) {
      const destroyed = await this.#destroyed(refreshed);
      return destroyed.failed ? destroyed : this.apply(NOTHING, beforeApply, interruption);
    }
    beforeApply();
    const doing = this.#process(interruption);
    const call = this.#open(doing, opened.call.privateState, prior ? "update" : "create", planned);
    const applying = apply(call, { config: CONFIG, prior, planned }).then((state) =>
      this.#ran(call, state as RehearsalValues | null, call.call.privateState),
    );
    const ran = await Promise.race([
      applying,
      doing.killed.then(() => this.#ran(call, kept.state, kept.privateState)),
    ]);
    this.sent = doing.sent();
    return ran;
  }

  async destroy(kept: Kept, beforeApply = () => {}, interruption?: Interruption): Promise<Ran> {
    const refreshed = await this.#refreshed(this.#process(), kept);
    if (refreshed.failed || refreshed.state === null) return refreshed;
    beforeApply();
    return this.#destroyed(refreshed, interruption);
  }

  /** Returns the requested clones. */
  get clones() {
    return this.emulator.state().clones;
  }

  /** Returns the billed clusters except the source, and the clones that will be billed. */
  get billed(): string[] {
    const { clusters, clones } = this.emulator.state();
    const isGoing = (status: string) => status === "deprovisioning" || status === "terminated";
    return [
      ...clusters.filter(({ id, status }) => id !== SOURCE && !isGoing(status)),
      ...clones.filter(({ status }) => status === "pending" || status === "in_progress"),
    ].map(({ id }) => id);
  }

  /** Returns the billed clusters that neither the state nor a diagnostic names, nor the operation that makes them. */
  forgotten({ state, said }: Ran): string[] {
    const known = JSON.stringify([state, said]);
    const operationOf = (target: string) =>
      this.clones.find((one) => one.target_cluster_reference_id === target)?.id ?? target;
    return this.billed.filter((id) => !known.includes(id) && !known.includes(operationOf(id)));
  }

  /** Returns the keys in log lines or diagnostics. */
  get secretsSaid(): string[] {
    const said = this.#secrets.outgoing(JSON.stringify([this.#log.lines, this.#said]));
    const text = said + JSON.stringify(this.#checks);
    // Only issued keys look like this.
    const issued = text.match(/\b[A-Za-z0-9]{32}\b/g) ?? [];
    return [...issued, ...[KEY, NODE_KEY].filter((secret) => text.includes(secret))];
  }

  async #destroyed({ state, privateState }: Kept, interruption?: Interruption): Promise<Ran> {
    const process = this.#process(interruption);
    const call = this.#open(process, privateState, "delete", state as unknown as ValueRecord);
    const input = { config: null, prior: state as unknown as ValueRecord, planned: null };
    const ending = apply(call, input).then((left) =>
      this.#ran(call, left as RehearsalValues | null, privateState),
    );
    const ran = await Promise.race([ending, process.killed.then(() => this.#ran(call, state, privateState))]);
    this.sent = process.sent();
    return ran;
  }

  async #refreshed(process: Process, kept: Kept): Promise<Ran> {
    if (kept.state === null) return { ...NOTHING, said: [], failed: false };
    const reading = this.#open(process, kept.privateState);
    try {
      const state = await readState(reading, kept.state as unknown as ValueRecord);
      return this.#ran(reading, state as RehearsalValues | null, state && reading.call.privateState);
    } catch (error) {
      reading.diagnostics.addThrown(error, "reading", this.#log.log);
      return this.#ran(reading, kept.state, kept.privateState);
    }
  }

  #ran({ diagnostics }: OpenCall, state: RehearsalValues | null, privateState: unknown): Ran {
    this.#said.push(...diagnostics.items);
    this.#checks.push(state?.checks);
    return { state, privateState, said: diagnostics.items, failed: diagnostics.failed };
  }

  #open(
    { session }: Process,
    privateState: unknown,
    operation?: "create" | "update" | "delete",
    values?: ValueRecord,
  ) {
    return openCall(session, upgradeRehearsal, {
      context: new AbortController(),
      diagnostics: new Diagnostics(),
      privateState: structuredClone(privateState) ?? undefined,
      ...(operation && { operation }),
      ...(values && { values }),
    });
  }

  #process(interruption?: Interruption): Process {
    const dead = new AbortController();
    processes += 1;
    // Clients of one base URL share locks in a process; those of two processes do not.
    const own = BASE_URL.replace("/api", `/process-${processes}/api`);
    const { log } = this.#log;
    let count = 0;
    const { send: deliver, ...rest } = this.emulator.transport;
    const session = new Session(providerOf(upgradeRehearsal), {
      log,
      now: () => this.clock.now(),
      secrets: this.#secrets,
    });
    const transport: Transport = {
      ...rest,
      send: async (request: HttpRequest) => {
        if (dead.signal.aborted) return unanswered(request);
        count += 1;
        const isLast = count === interruption?.after;
        if (isLast && interruption.how === "stop") session.stop();
        const answer = await deliver({ ...request, url: request.url.replace(own, BASE_URL) });
        if (!isLast || interruption.how === "stop") return answer;
        // A killed process sends nothing more; it is stopped as well, so that nothing continues in this process.
        dead.abort();
        session.stop();
        return unanswered(request);
      },
    };
    const options = {
      dialect: "search-cloud",
      env: {},
      log,
      secrets: this.#secrets,
      dependencies: { transport, clock: this.#ticking, random: () => 0 },
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
    const nodeUrl = "http://127.0.0.1/nodes/{hostname}";
    session.configured(serviceOf({ client, nodes: async () => nodes, nodeUrl, dataApiKey }));
    const killed = new Promise<void>((resolve) =>
      dead.signal.addEventListener("abort", () => resolve(), { once: true }),
    );
    return { session, sent: () => count, killed };
  }
}

let processes = 0;

const named = (...names: string[]) => FAULTS.filter(({ name }) => names.includes(name));
const answered = (status: number): FaultCase => {
  return { name: String(status), effect: { kind: "status", status }, work: "never", tells: "refused" };
};

/** Faults of retried reads that take different branches. */
export const PASSING = named(
  "reset before the work",
  "no answer in time, and never carried out",
  "429 with Retry-After",
  "503 with HTML after the work",
  "truncated JSON instead of the work",
);

/** Faults that end a call of the management API at once: refusals, and a possible 404. */
export const ENDING = [...named("200 with an Error body"), answered(404)];
/** The same for nodes. */
export const ENDING_AT_NODES = [...ENDING, ...named("truncated JSON"), answered(403)];
/** Faults of a write (test/client/faults). */
export const OF_WRITES = [
  ...named(
    "reset before the work",
    "reset after the work",
    "no answer in time, carried out right after that",
  ),
  ...named("429 with Retry-After", "503 with HTML after the work", "truncated JSON", "a redirect"),
  ...ENDING,
];
