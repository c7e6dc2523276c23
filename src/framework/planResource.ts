import { sameValue } from "../wire/cty/equality";
import { collapseUnknown, mapRecord, UNKNOWN, type Value, type ValueRecord } from "../wire/cty/value";
import type { Planning } from "./call";
import { Diagnostics } from "./diagnostics";
import { type PlanInput, planFields } from "./plan";
import type { AnyResource } from "./provider";
import { type Fields, isBlock, typeOfFields } from "./schema";
import type { OpenCall } from "./session";
import { changedNames, namesUpdatedBy, REPLACE, type Update } from "./updates";

type AnyUpdate = Update<ValueRecord, unknown, unknown>;

interface ActiveUpdate {
  readonly name: string;
  readonly update: AnyUpdate;
  /** The attributes of this update that change. */
  readonly changed: readonly string[];
  readonly makesUnknown: readonly string[];
  /** Changed attributes that require another instance. */
  readonly replaces: readonly string[];
}

/** Returns the updates that lead from prior to planned, in the resource's order. */
function activeUpdates(
  { schema, updates }: AnyResource,
  prior: ValueRecord,
  draft: Draft,
  privateState: unknown,
): ActiveUpdate[] {
  const view = draft.view ?? {};
  return Object.entries<AnyUpdate>(updates).flatMap(([name, update]) => {
    const changed = namesUpdatedBy(schema, name, draft.changed);
    if (changed.length === 0 && !update.due?.(prior, privateState, view)) return [];
    const { makesUnknown: names = [] } = update;
    const makesUnknown = typeof names === "function" ? names(prior, view, changed, privateState) : names;
    const replaces = update.requiresReplace?.(changed, prior, view, privateState) ?? [];
    return [{ name, update, changed, makesUnknown, replaces }];
  });
}

/**
 * Returns the updates of an apply: those that were planned. A value that is unknown only because an update makes it unknown has not
 * changed by itself, and must not start the update that it belongs to.
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
    return activeUpdates(resource, prior, new Draft(resource.schema, null, prior, known), privateState);
  };
  const opened = new Set(withPrior(() => true).flatMap(({ makesUnknown }) => makesUnknown));
  return withPrior((name) => opened.has(name));
}

interface PlanResult {
  readonly planned: ValueRecord;
  /** Attributes that require another instance. */
  readonly replace: readonly string[];
}

/** Plans a create, an update, or the replacement that an update turns out to need. */
export async function planResource(opened: OpenCall, input: PlanInput): Promise<PlanResult> {
  const { resource, call, diagnostics } = opened;
  const { schema } = resource;
  const { config, prior } = input;
  if (!prior) return { planned: await planCreate(opened, config), replace: [] };
  const draft = new Draft(schema, config, prior, planFields(schema, input));
  // If a replacement takes the place of the update, only the update's errors are reported.
  const found = new Diagnostics();
  await resource.plan?.(planningOf({ ...opened, diagnostics: found }, "update", draft));
  const planned = draft.planned ?? {};
  const updates = activeUpdates(resource, prior, draft, call.privateState);
  const replace = [
    ...namesUpdatedBy(schema, REPLACE, draft.changed),
    ...updates.flatMap(({ replaces }) => replaces),
  ];
  if (replace.length > 0) {
    diagnostics.add(...found.items.filter(({ severity }) => severity === "error"));
    if (!found.failed) await planReplacement(opened, config, prior);
    return { planned, replace };
  }
  diagnostics.add(...found.items);
  const unknown = new Set(updates.flatMap(({ makesUnknown }) => makesUnknown));
  for (const name of unknown) {
    const field = schema[name];
    const isOpen = field && !isBlock(field) && (config[name] ?? null) === null;
    if (isOpen) draft.set(name, UNKNOWN);
  }
  for (const { update, changed: own } of updates) {
    update.describeAtPlan?.(planningOf(opened, "update", draft), own);
  }
  const marked = draft.planned ?? {};
  return { planned: sameValue(typeOfFields(schema), prior, marked) ? prior : marked, replace: [] };
}

/** Lets the resource reject a destroy, or warn about it, before anything is sent. */
export async function planDestroy(opened: OpenCall, prior: ValueRecord): Promise<void> {
  await opened.resource.plan?.(
    planningOf(opened, "delete", new Draft(opened.resource.schema, null, prior, null)),
  );
}

async function planCreate(opened: OpenCall, config: ValueRecord): Promise<ValueRecord> {
  const { resource } = opened;
  const planned = planFields(resource.schema, { config, prior: null, proposed: config });
  const draft = new Draft(resource.schema, config, null, planned);
  await resource.plan?.(planningOf(opened, "create", draft));
  return draft.planned ?? planned;
}

/**
 * Collects the diagnostics of both halves of a replacement. Terraform plans the create in a second call and drops the
 * warnings of that call, and it never plans the delete. Private state that the halves set is dropped.
 */
async function planReplacement(opened: OpenCall, config: ValueRecord, prior: ValueRecord): Promise<void> {
  const half = { ...opened, call: { ...opened.call, setPrivateState: () => undefined } };
  await planDestroy(half, prior);
  if (!opened.diagnostics.failed) await planCreate(half, config);
}

function planningOf(
  { call, diagnostics, plannedPrivateState }: OpenCall,
  action: "create" | "update" | "delete",
  draft: Draft,
): Planning<ValueRecord, unknown, unknown> {
  return {
    service: call.service,
    log: call.log,
    privateState: call.privateState,
    setPrivateState: call.setPrivateState,
    plannedPrivateState,
    get signal() {
      return call.signal;
    },
    action,
    config: draft.config && collapseUnknown(draft.config),
    prior: draft.prior,
    get planned() {
      return draft.view;
    },
    get changed() {
      return draft.changed;
    },
    set: (name, value) => draft.set(name, value),
    warn: diagnostics.warn,
    error: diagnostics.error,
  };
}

/** The unfinished plan of one instance. Values read before a `set` do not change. */
export class Draft {
  #view: ValueRecord | null = null;
  #changed: readonly string[] | null = null;

  /** @param planned null for a delete */
  constructor(
    readonly schema: Fields,
    readonly config: ValueRecord | null,
    readonly prior: ValueRecord | null,
    public planned: ValueRecord | null,
  ) {}

  /** The planned values as a resource sees them. */
  get view(): ValueRecord | null {
    this.#view ??= this.planned && collapseUnknown(this.planned);
    return this.#view;
  }

  /** Names whose planned value differs from prior, or is unknown. Empty for a delete. */
  get changed(): readonly string[] {
    this.#changed ??= this.planned ? changedNames(this.schema, this.prior, this.planned) : [];
    return this.#changed;
  }

  set(name: string, value: Value): void {
    if (this.planned === null || this.planned[name] === value) return;
    this.planned = Object.assign(Object.create(null), this.planned, { [name]: value });
    this.#view = null;
    this.#changed = null;
  }
}
