import type { EmulatorServerOptions } from "../../../../src/emulator";
import { apply } from "../../../../src/framework/apply";
import { type Diagnostic, Diagnostics } from "../../../../src/framework/diagnostics";
import { planResource } from "../../../../src/framework/planResource";
import { openCall, Session } from "../../../../src/framework/session";
import { upgradeRehearsal } from "../../../../src/provider/resources/upgradeRehearsal/resource";
import {
  type Query,
  type RehearsalPrivateState,
  type RehearsalValues,
  rehearsalSchema,
} from "../../../../src/provider/resources/upgradeRehearsal/schema";
import { Secrets } from "../../../../src/redaction";
import type { ValueRecord } from "../../../../src/wire/cty/value";
import { providerOf } from "../../../support/call";
import { collectLog } from "../../../support/log";
import { type NodesAccount, nodesAccount } from "../../onNodes";
import { nullsOf } from "../../support";

export function query(values: Partial<Query> = {}): Query {
  return {
    name: null,
    collection: "catalog",
    parameters: { q: "lamp", query_by: "title" },
    same_top: null,
    tolerance: null,
    max_slowdown: null,
    ...values,
  };
}

/** Returns a configuration of c-1, null unless given. */
export function configured(values: Partial<RehearsalValues> = {}): RehearsalValues {
  return {
    ...nullsOf<RehearsalValues>(rehearsalSchema),
    cluster_id: "c-1",
    search_server_version: "31.0",
    query: [query({ name: "lamps" })],
    ...values,
  };
}

/** Five lamps and a desk, of which the first one is the oldest. */
const DOCUMENTS = ["Lamp", "Desk lamp", "Floor lamp", "Lamp shade", "Lava lamp", "Desk"].map(
  (title, index) => ({ id: `d${index}`, title }),
);
const CATALOG = { name: "catalog", fields: [{ name: "title", type: "string" }], documents: DOCUMENTS };

/** Creates an account whose cluster c-1 runs 30.2 and has a catalog; a clone takes a few requests. */
export function account(assumptions: EmulatorServerOptions["assumptions"] = {}): Promise<NodesAccount> {
  return nodesAccount(
    {
      clusters: [
        {
          id: "c-1",
          search_server_version: "30.2",
          high_availability: "yes",
          data: { collections: [CATALOG] },
        },
      ],
    },
    {
      clock: { mode: "step", start: Date.UTC(2026, 10, 20), stepPerRequest: 1000 },
      assumptions: {
        clone_pending_seconds: 2,
        clone_seconds: 3,
        clone_target_service_seconds: 2,
        termination_step_seconds: 2,
        ...assumptions,
      },
    },
    // A wait of minutes polls a few times.
    5000,
  );
}

/** The state and private state of one instance. */
export interface Kept {
  readonly state: RehearsalValues | null;
  readonly privateState: RehearsalPrivateState | undefined;
}

export interface Applied extends Kept {
  readonly state: RehearsalValues | null;
  readonly planned: readonly Diagnostic[];
  readonly replaced: readonly string[];
  readonly applied: readonly Diagnostic[];
}

/** Returns the provider as Terraform runs it, with the clock of its client. */
function sessionOn({ service }: NodesAccount): Session {
  const now = () => service.client?.clock.now() ?? 0;
  const session = new Session(providerOf(upgradeRehearsal), {
    log: collectLog().log,
    now,
    secrets: new Secrets(),
  });
  session.configured(service);
  return session;
}

/** Plans and applies a rehearsal as the framework does for Terraform, one process for each. */
export async function applied(on: NodesAccount, config: RehearsalValues, before?: Kept): Promise<Applied> {
  const session = sessionOn(on);
  const prior = (before?.state ?? null) as ValueRecord | null;
  const values = config as unknown as ValueRecord;
  const given = { context: new AbortController(), privateState: before?.privateState };
  const planning = openCall(session, upgradeRehearsal, { ...given, diagnostics: new Diagnostics() });
  const { planned, replace } = await planResource(planning, { config: values, prior, proposed: values });
  const refused = planning.diagnostics.failed || replace.length > 0;
  const doing = openCall(session, upgradeRehearsal, {
    ...given,
    privateState: planning.call.privateState,
    operation: prior ? "update" : "create",
    values: planned,
    diagnostics: new Diagnostics(),
  });
  const state = refused ? prior : await apply(doing, { config: values, prior, planned });
  return {
    planned: planning.diagnostics.items,
    replaced: replace,
    applied: doing.diagnostics.items,
    state: state as RehearsalValues | null,
    privateState: doing.call.privateState as RehearsalPrivateState | undefined,
  };
}

export async function destroyed(
  on: NodesAccount,
  { state, privateState }: Kept,
): Promise<readonly Diagnostic[]> {
  const diagnostics = new Diagnostics();
  const opened = openCall(sessionOn(on), upgradeRehearsal, {
    context: new AbortController(),
    operation: "delete",
    privateState,
    diagnostics,
  });
  await apply(opened, { config: null, prior: state as ValueRecord | null, planned: null });
  return diagnostics.items;
}

/** Returns the billed clusters except c-1. */
export function clones({ emulator }: NodesAccount): string[] {
  const all = emulator.state().clusters;
  return all.filter(({ id, status }) => id !== "c-1" && status !== "terminated").map(({ id }) => id);
}
