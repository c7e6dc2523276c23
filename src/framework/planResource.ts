import type { Diagnostics } from "./diagnostics";
import type { Log } from "./log";
import { markUnknown, type PlanInput, planFields, replacements, samePlan, updatesNeeded } from "./plan";
import type { Planning } from "./planning";
import type { AnyResource } from "./provider";
import type { Fields } from "./schema";
import type { Update } from "./updates";
import { hasUnknown, mapRecord, UNKNOWN, type Value, type ValueRecord } from "./value";

type AnyLane = Update<ValueRecord, unknown, unknown>;

export interface ActiveUpdate {
  readonly name: string;
  readonly lane: AnyLane;
  readonly changed: readonly string[];
  readonly makesUnknown: readonly string[];
}

/** The lanes that lead from prior to planned. */
export function activeUpdates(
  resource: AnyResource,
  prior: ValueRecord,
  planned: ValueRecord,
  kept: unknown,
): ActiveUpdate[] {
  const view = collapse(planned);
  const lanes: readonly [string, AnyLane][] = Object.entries(resource.updates);
  const asked = lanes.map(([name, lane]) => ({ name, lane, due: lane.due?.(prior, kept, view) ?? false }));
  return updatesNeeded(resource.schema, asked, prior, planned).map(({ name, lane, changed }) => {
    const { makesUnknown = [] } = lane;
    const opened = typeof makesUnknown === "function" ? makesUnknown(prior, view, changed) : makesUnknown;
    return { name, lane, changed, makesUnknown: opened };
  });
}

/**
 * The lanes of an apply: those that were planned. A value that is unknown because one of them makes it so is no change
 * of its own, and must not start the lane that would carry it.
 */
export function updatesToRun(
  resource: AnyResource,
  prior: ValueRecord,
  planned: ValueRecord,
  kept: unknown,
): ActiveUpdate[] {
  const settled = (isOpen: (name: string) => boolean) =>
    mapRecord(planned, (value, name) => (value === UNKNOWN && isOpen(name) ? (prior[name] ?? null) : value));
  const moving = activeUpdates(
    resource,
    prior,
    settled(() => true),
    kept,
  );
  const made = new Set(moving.flatMap(({ makesUnknown }) => makesUnknown));
  return activeUpdates(
    resource,
    prior,
    settled((name) => made.has(name)),
    kept,
  );
}

export interface PlanContext {
  readonly service: unknown;
  readonly privateState: unknown;
  readonly setPrivateState: (value: unknown) => void;
  readonly diagnostics: Diagnostics;
  readonly signal: AbortSignal;
  readonly log: Log;
}

export interface PlanResult {
  readonly planned: ValueRecord;
  readonly replace: readonly string[];
}

/** Plans a create or an update: the fields, the resource's own words, then the lanes. */
export async function planResource(
  resource: AnyResource,
  input: PlanInput,
  context: PlanContext,
): Promise<PlanResult> {
  const fields: Fields = resource.schema;
  const planned = planFields(fields, input);
  const planning = planningOf(input.prior ? "update" : "create", input.config, input.prior, planned, context);
  await resource.plan?.(planning);
  if (!input.prior) return { planned, replace: [] };
  const { prior } = input;
  const lanes = activeUpdates(resource, prior, planned, context.privateState);
  const view = collapse(planned);
  const replacing = lanes.flatMap(
    ({ lane, changed }) => lane.requiresReplace?.(changed, prior, view, context.privateState) ?? [],
  );
  const replace = [...replacements(fields, prior, planned), ...replacing];
  if (replace.length > 0) return { planned, replace };
  const marked = markUnknown(fields, input.config, planned, lanes);
  for (const { lane, changed } of lanes) {
    lane.announce?.(planningOf("update", input.config, input.prior, marked, context), changed);
  }
  return { planned: samePlan(fields, input.prior, marked) ? input.prior : marked, replace: [] };
}

/** Lets the resource refuse or comment a destroy before anything is touched. */
export async function planDestroy(
  resource: AnyResource,
  prior: ValueRecord,
  context: PlanContext,
): Promise<void> {
  await resource.plan?.(planningOf("delete", null, prior, null, context));
}

function planningOf(
  action: "create" | "update" | "delete",
  config: ValueRecord | null,
  prior: ValueRecord | null,
  planned: ValueRecord | null,
  context: PlanContext,
): Planning<ValueRecord, unknown, unknown> {
  const { diagnostics, ...rest } = context;
  let view: ValueRecord | null = null;
  return {
    ...rest,
    action,
    config: config && collapse(config),
    prior,
    get planned() {
      // A copy: what was looked at does not change when something is set.
      view ??= planned && mapRecord(planned, collapsed);
      return view;
    },
    set: (name, value) => {
      if (planned) planned[name] = value;
      view = null;
    },
    warn: (summary, detail, path) => diagnostics.warn(summary, detail, path),
    error: (summary, detail, path) => diagnostics.error(summary, detail, path),
  };
}

function collapse(values: ValueRecord): ValueRecord {
  return Object.values(values).some(hasUnknown) ? mapRecord(values, collapsed) : values;
}

/** What is unknown in any part is unknown as a whole, so that nobody finds a symbol inside a value. */
function collapsed(value: Value): Value {
  return hasUnknown(value) ? UNKNOWN : value;
}
