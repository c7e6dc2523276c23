import { sameValue } from "../wire/cty/equality";
import { hasUnknown, mapRecord, UNKNOWN, type Value, type ValueRecord } from "../wire/cty/value";
import type { Planning } from "./call";
import { Diagnostics } from "./diagnostics";
import { type PlanInput, planFields } from "./plan";
import type { AnyResource } from "./provider";
import { isBlock, typeOfFields } from "./schema";
import type { OpenCall } from "./session";
import { carriedBy, changedNames, REPLACE, type Update } from "./updates";

type AnyUpdate = Update<ValueRecord, unknown, unknown>;

export interface ActiveUpdate {
  readonly name: string;
  readonly update: AnyUpdate;
  /** The attributes of this update that change. */
  readonly changed: readonly string[];
  readonly makesUnknown: readonly string[];
  /** Those of the changed attributes that require another instance. */
  readonly replaces: readonly string[];
}

/** The updates that lead from prior to planned, in the resource's order. */
function activeUpdates(
  { schema, updates }: AnyResource,
  prior: ValueRecord,
  planned: ValueRecord,
  privateState: unknown,
  allChanged: readonly string[] = changedNames(schema, prior, planned),
): ActiveUpdate[] {
  const view = collapse(planned);
  return Object.entries<AnyUpdate>(updates).flatMap(([name, update]) => {
    const changed = carriedBy(schema, name, allChanged);
    if (changed.length === 0 && !update.due?.(prior, privateState, view)) return [];
    const { makesUnknown: names = [] } = update;
    const makesUnknown = typeof names === "function" ? names(prior, view, changed) : names;
    const replaces = update.requiresReplace?.(changed, prior, view, privateState) ?? [];
    return [{ name, update, changed, makesUnknown, replaces }];
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
  const withPrior = (isOpen: (name: string) => boolean) => {
    const before = (name: string) => prior[name] ?? null;
    const known = mapRecord(planned, (value, name) =>
      value === UNKNOWN && isOpen(name) ? before(name) : value,
    );
    return activeUpdates(resource, prior, known, privateState);
  };
  const opened = new Set(withPrior(() => true).flatMap(({ makesUnknown }) => makesUnknown));
  return withPrior((name) => opened.has(name));
}

export interface PlanResult {
  readonly planned: ValueRecord;
  /** The attributes that require another instance. */
  readonly replace: readonly string[];
}

/** Plans a create, an update, or the replacement that an update comes down to. */
export async function planResource(opened: OpenCall, input: PlanInput): Promise<PlanResult> {
  const { resource, call, diagnostics } = opened;
  const { schema } = resource;
  const { config, prior } = input;
  if (!prior) return { planned: await planCreate(opened, config), replace: [] };
  const planned = planFields(schema, input);
  // Of an update that does not take place, only the errors count.
  const found = new Diagnostics();
  await resource.plan?.(planningOf({ ...opened, diagnostics: found }, "update", { config, prior, planned }));
  const changed = changedNames(schema, prior, planned);
  const updates = activeUpdates(resource, prior, planned, call.privateState, changed);
  const replace = [...carriedBy(schema, REPLACE, changed), ...updates.flatMap(({ replaces }) => replaces)];
  if (replace.length > 0) {
    diagnostics.add(...found.items.filter(({ severity }) => severity === "error"));
    if (!found.failed) await planReplacement(opened, config, prior);
    return { planned, replace };
  }
  diagnostics.add(...found.items);
  const unknown = new Set(updates.flatMap(({ makesUnknown }) => makesUnknown));
  const marked = mapRecord(planned, (value, name) => {
    const field = schema[name];
    const isOpen = field && !isBlock(field) && (config[name] ?? null) === null;
    return isOpen && unknown.has(name) ? UNKNOWN : value;
  });
  for (const { update, changed: own } of updates) {
    update.announce?.(planningOf(opened, "update", { config, prior, planned: marked }), own);
  }
  return { planned: sameValue(typeOfFields(schema), prior, marked) ? prior : marked, replace: [] };
}

/** Lets the resource refuse or comment a destroy before anything is touched. */
export async function planDestroy(opened: OpenCall, prior: ValueRecord): Promise<void> {
  await opened.resource.plan?.(planningOf(opened, "delete", { config: null, prior, planned: null }));
}

async function planCreate(opened: OpenCall, config: ValueRecord): Promise<ValueRecord> {
  const { resource } = opened;
  const planned = planFields(resource.schema, { config, prior: null, proposed: config });
  await resource.plan?.(planningOf(opened, "create", { config, prior: null, planned }));
  return planned;
}

/**
 * The words of both halves of a replacement. Terraform plans the create in a second call of its own, and drops the
 * warnings of that one; the delete it never plans. What the halves set as private state is dropped.
 */
async function planReplacement(opened: OpenCall, config: ValueRecord, prior: ValueRecord): Promise<void> {
  const half = { ...opened, call: { ...opened.call, setPrivateState: () => undefined } };
  await planDestroy(half, prior);
  if (!opened.diagnostics.failed) await planCreate(half, config);
}

function planningOf(
  { resource, call, diagnostics }: OpenCall,
  action: "create" | "update" | "delete",
  values: { [name in "config" | "prior" | "planned"]: ValueRecord | null },
): Planning<ValueRecord, unknown, unknown> {
  const { config, prior, planned } = values;
  let view: ValueRecord | null = null;
  let changed: readonly string[] | null = null;
  return {
    ...call,
    action,
    config: config && collapse(config),
    prior,
    get planned() {
      // A copy: what was read before does not change when something is set.
      view ??= planned && mapRecord(planned, collapsed);
      return view;
    },
    get changed() {
      changed ??= planned ? changedNames(resource.schema, prior, planned) : [];
      return changed;
    },
    set: (name, value) => {
      if (planned) planned[name] = value;
      view = null;
      changed = null;
    },
    warn: diagnostics.warn,
    error: diagnostics.error,
  };
}

function collapse(values: ValueRecord): ValueRecord {
  return Object.values(values).some(hasUnknown) ? mapRecord(values, collapsed) : values;
}

/** What is unknown in any part is unknown as a whole, so that no author finds a symbol inside a value. */
function collapsed(value: Value): Value {
  return hasUnknown(value) ? UNKNOWN : value;
}
