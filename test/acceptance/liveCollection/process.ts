import { createNodesClient } from "../../../src/dataPlane";
import { apply } from "../../../src/framework/apply";
import { Diagnostics } from "../../../src/framework/diagnostics";
import { planResource } from "../../../src/framework/planResource";
import { openCall, Session } from "../../../src/framework/session";
import { readState } from "../../../src/framework/state";
import { liveCollection } from "../../../src/provider/resources/liveCollection/resource";
import {
  type LiveCollectionValues,
  type LivePrivateState,
  liveCollectionSchema,
} from "../../../src/provider/resources/liveCollection/schema";
import { serviceOf } from "../../../src/provider/shared/service";
import { Secrets } from "../../../src/redaction";
import type { ValueRecord } from "../../../src/wire/cty/value";
import { providerOf } from "../../support/call";
import { hastyClock } from "../../support/hastyClock";
import { collectLog } from "../../support/log";
import { type Death, mortalTransport } from "../../support/mortal";

/** The instance as Terraform keeps it between two runs. */
export interface KeptInstance {
  readonly state: LiveCollectionValues | null;
  readonly privateState: LivePrivateState | undefined;
}

/** The early end of a run: a SIGKILL at a request, or a Ctrl-C right before one leaves. */
export interface Ending extends Omit<Death, "when"> {
  readonly how: "killed before" | "killed after" | "interrupted at";
}

/** The end of a run. */
export interface LiveRun extends KeptInstance {
  readonly end: "applied" | "empty" | "failed" | "killed";
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** The requests in order, such as "PUT /aliases/catalog". */
  readonly requests: readonly string[];
}

export interface ProcessOptions {
  readonly urls: readonly string[];
  readonly apiKey: string;
  readonly config: LiveCollectionValues;
  readonly before: KeptInstance;
  readonly ending?: Ending | null;
  /** Milliseconds by which the clock of the machine is ahead of the real one. @default 0 */
  readonly ahead?: number;
}

/**
 * Refreshes, plans and applies a live collection as the framework does for Terraform, in a process of its own that can end at any
 * request: then Terraform keeps what it had before, and nobody waits for an answer.
 */
export async function runLive({
  urls,
  apiKey,
  config,
  before,
  ending = null,
  ahead = 0,
}: ProcessOptions): Promise<LiveRun> {
  const hasty = hastyClock();
  const clock = { ...hasty, now: () => hasty.now() + ahead };
  const context = new AbortController();
  const when = ending?.how === "killed before" ? "before" : ending?.how === "killed after" ? "after" : null;
  let left = ending?.nth ?? 1;
  const mortal = mortalTransport(ending && when && { ...ending, when }, (line) => {
    if (when !== null || !ending?.request.test(line)) return;
    left -= 1;
    if (left === 0) context.abort();
  });
  const client = createNodesClient({
    log: collectLog().log,
    dependencies: { clock, transport: mortal.transport },
  });
  const session = new Session(providerOf(liveCollection), {
    log: collectLog().log,
    now: clock.now,
    secrets: new Secrets(),
  });
  const dataApiKey = { value: apiKey, origin: "data_api_key of the provider" };
  session.configured(serviceOf({ nodes: async () => client, dataApiKey }));
  const diagnostics = new Diagnostics();
  const values = { ...config, node_urls: urls } as unknown as ValueRecord;

  async function work(): Promise<Omit<LiveRun, "errors" | "warnings" | "requests">> {
    const given = { context, diagnostics };
    let { privateState } = before;
    let prior = before.state as unknown as ValueRecord | null;
    if (prior !== null) {
      const reading = openCall(session, liveCollection, {
        ...given,
        operation: "read",
        values: prior,
        privateState,
      });
      prior = await readState(reading, prior).catch((error: unknown) => {
        diagnostics.addThrown(error, "reading", reading.call.log);
        return prior;
      });
      privateState = reading.call.privateState as LivePrivateState | undefined;
    }
    if (diagnostics.failed) return { ...before, end: "failed" };
    const planning = openCall(session, liveCollection, { ...given, privateState });
    const { planned, replace } = await planResource(planning, {
      config: values,
      prior,
      proposed: proposedOf(values, prior),
    });
    if (diagnostics.failed) return { ...before, end: "failed" };
    if (replace.length > 0)
      throw new Error(`A plan replaces the live collection because of ${replace.join(", ")}.`);
    privateState = planning.call.privateState as LivePrivateState | undefined;
    if (planned === prior)
      return { state: prior as unknown as LiveCollectionValues, privateState, end: "empty" };
    const doing = openCall(session, liveCollection, {
      ...given,
      privateState,
      operation: prior ? "update" : "create",
      values: planned,
    });
    const state = (await apply(doing, {
      config: values,
      prior,
      planned,
    })) as unknown as LiveCollectionValues | null;
    privateState = doing.call.privateState as LivePrivateState | undefined;
    return { state, privateState, end: diagnostics.failed ? "failed" : "applied" };
  }

  const end = await Promise.race([work(), mortal.dead]);
  const said = (severity: "error" | "warning") =>
    diagnostics.items
      .filter((one) => one.severity === severity)
      .map(({ summary, detail }) => `${summary}: ${detail}`);
  const texts = { errors: said("error"), warnings: said("warning"), requests: mortal.requests };
  if (end === "killed") return { ...before, end, ...texts };
  await client.close();
  return { ...end, ...texts };
}

/** Returns what Terraform proposes: the configuration, and what the provider has computed before. */
function proposedOf(config: ValueRecord, prior: ValueRecord | null): ValueRecord {
  if (prior === null) return config;
  const entries = Object.entries(liveCollectionSchema).map(([name, field]) => {
    const { mode = "" } = field as { readonly mode?: string };
    const isComputed = mode.includes("computed");
    return [name, config[name] === null && isComputed ? prior[name] : config[name]];
  });
  return Object.fromEntries(entries) as ValueRecord;
}
