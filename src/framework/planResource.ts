import { hasUnknown, mapRecord, UNKNOWN, type Value, type ValueRecord } from "../wire/cty/value";
import type { Log } from "../wire/log";
import type { Planning } from "./call";
import { Diagnostics } from "./diagnostics";
import { markUnknown, type PlanInput, planFields, replacements, samePlan } from "./plan";
import type { AnyResource } from "./provider";
import { carriedBy, changedNames, type Update } from "./updates";

type AnyUpdate = Update<ValueRecord, unknown, unknown>;

export interface ActiveUpdate {
  readonly name: string;
  readonly update: AnyUpdate;
  /** The attributes of this update that change. */
  readonly changed: readonly string[];
  readonly makesUnknown: readonly string[];
}

/** The updates that lead from prior to planned, in the resource's order. */
export function activeUpdates(
  resource: AnyResource,
  prior: ValueRecord,
  planned: ValueRecord,
  privateState: unknown,
): ActiveUpdate[] {
  const view = collapse(planned);
  const allChanged = changedNames(resource.schema, prior, planned);
  const updates: readonly [string, AnyUpdate][] = Object.entries(resource.updates);
  return updates.flatMap(([name, update]) => {
    const changed = carriedBy(resource.schema, name, allChanged);
    if (changed.length === 0 && !update.due?.(prior, privateState, view)) return [];
    const { makesUnknown: names = [] } = update;
    const makesUnknown = typeof names === "function" ? names(prior, view, changed) : names;
    return [{ name, update, changed, makesUnknown }];
  });
}

/**
 * The updates of an apply: those that were planned. A value that is unknown because one of them makes it so is no change
 * of its own, and must not start the update that would carry it.
 */
export function updatesToRun(
  resource: AnyResource,
  prior: ValueRecord,
  planned: ValueRecord,
  privateState: unknown,
): ActiveUpdate[] {
  const known = (isOpen: (name: string) => boolean) =>
    mapRecord(planned, (value, name) => (value === UNKNOWN && isOpen(name) ? (prior[name] ?? null) : value));
  const sure = activeUpdates(
    resource,
    prior,
    known(() => true),
    privateState,
  );
  const opened = new Set(sure.flatMap(({ makesUnknown }) => makesUnknown));
  return activeUpdates(
    resource,
    prior,
    known((name) => opened.has(name)),
    privateState,
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

/** Plans a create, an update, or the replacement that an update comes down to. */
export async function planResource(
  resource: AnyResource,
  input: PlanInput,
  context: PlanContext,
): Promise<PlanResult> {
  if (!input.prior) return { planned: await planCreate(resource, input, context), replace: [] };
  const { prior } = input;
  const fields = resource.schema;
  const planned = planFields(fields, input);
  // Of an update that does not take place, only the errors count.
  const found = new Diagnostics();
  const updating = { ...context, diagnostics: found };
  await resource.plan?.(planningOf(resource, "update", input.config, prior, planned, updating));
  const updates = activeUpdates(resource, prior, planned, context.privateState);
  const view = collapse(planned);
  const replacing = updates.flatMap(
    ({ update, changed }) => update.requiresReplace?.(changed, prior, view, context.privateState) ?? [],
  );
  const replace = [...replacements(fields, prior, planned), ...replacing];
  if (replace.length > 0) {
    context.diagnostics.add(...found.items.filter(({ severity }) => severity === "error"));
    if (!found.failed) await planReplacement(resource, input.config, prior, context);
    return { planned, replace };
  }
  context.diagnostics.add(...found.items);
  const marked = markUnknown(fields, input.config, planned, updates);
  for (const { update, changed } of updates) {
    update.announce?.(planningOf(resource, "update", input.config, prior, marked, context), changed);
  }
  return { planned: samePlan(fields, prior, marked) ? prior : marked, replace: [] };
}

/** Lets the resource refuse or comment a destroy before anything is touched. */
export async function planDestroy(
  resource: AnyResource,
  prior: ValueRecord,
  context: PlanContext,
): Promise<void> {
  await resource.plan?.(planningOf(resource, "delete", null, prior, null, context));
}

async function planCreate(
  resource: AnyResource,
  input: PlanInput,
  context: PlanContext,
): Promise<ValueRecord> {
  const planned = planFields(resource.schema, { ...input, prior: null });
  await resource.plan?.(planningOf(resource, "create", input.config, null, planned, context));
  return planned;
}

/**
 * The words of both halves of a replacement. Terraform plans the create in a second call of its own, and drops the
 * warnings of that one; the delete it never plans. What the halves set as private state is dropped.
 */
async function planReplacement(
  resource: AnyResource,
  config: ValueRecord,
  prior: ValueRecord,
  context: PlanContext,
): Promise<void> {
  await planDestroy(resource, prior, withoutPrivateWrites(context));
  if (context.diagnostics.failed) return;
  await planCreate(resource, { config, prior: null, proposed: config }, withoutPrivateWrites(context));
}

function withoutPrivateWrites(context: PlanContext): PlanContext {
  return { ...context, setPrivateState: () => undefined };
}

function planningOf(
  { schema }: AnyResource,
  action: "create" | "update" | "delete",
  config: ValueRecord | null,
  prior: ValueRecord | null,
  planned: ValueRecord | null,
  context: PlanContext,
): Planning<ValueRecord, unknown, unknown> {
  const { diagnostics, ...rest } = context;
  let view: ValueRecord | null = null;
  let changed: readonly string[] | null = null;
  return {
    ...rest,
    action,
    config: config && collapse(config),
    prior,
    get planned() {
      // A copy: what was read before does not change when something is set.
      view ??= planned && mapRecord(planned, collapsed);
      return view;
    },
    get changed() {
      changed ??= planned ? changedNames(schema, prior, planned) : [];
      return changed;
    },
    set: (name, value) => {
      if (planned) planned[name] = value;
      view = null;
      changed = null;
    },
    warn: (summary, detail, path) => diagnostics.warn(summary, detail, path),
    error: (summary, detail, path) => diagnostics.error(summary, detail, path),
  };
}

function collapse(values: ValueRecord): ValueRecord {
  return Object.values(values).some(hasUnknown) ? mapRecord(values, collapsed) : values;
}

/** What is unknown in any part is unknown as a whole, so that no author finds a symbol inside a value. */
function collapsed(value: Value): Value {
  return hasUnknown(value) ? UNKNOWN : value;
}
