import { hasUnknown, isNull, mapRecord, UNKNOWN, type ValueRecord, withoutUnknown } from "../wire/cty/value";
import { TerminalError } from "./diagnostics";
import { updatesToRun } from "./planResource";
import { GONE } from "./resource";
import { type Fields, isBlock, isConfigurable, isSensitive } from "./schema";
import type { OpenCall } from "./session";
import { changedByService, resultingState } from "./state";
import { STATE_ONLY } from "./updates";
import { withoutWriteOnly } from "./writeOnly";

/** Terraform's input. A create has no `prior`, a delete no `planned`. */
export interface ApplyInput {
  readonly config: ValueRecord | null;
  readonly prior: ValueRecord | null;
  readonly planned: ValueRecord | null;
}

interface Step {
  readonly config: ValueRecord;
  readonly planned: ValueRecord;
}

/** Applies a plan. Returns the resulting state, also after a failure. */
export async function apply(opened: OpenCall, input: ApplyInput): Promise<ValueRecord | null> {
  const { prior, planned, config } = input;
  if (!planned) return prior && destroy(opened, prior);
  const step = { config: config ?? planned, planned };
  rejectUnknown(opened, step);
  if (opened.diagnostics.failed) return prior;
  return prior ? update(opened, step, prior) : create(opened, step);
}

/** Rejects configured values that are still unknown, before any request. Computed parts of a block may be unknown. */
function rejectUnknown({ resource, diagnostics }: OpenCall, { config, planned }: Step): void {
  for (const [name, field] of Object.entries(resource.schema)) {
    if (!isConfigurable(field) || isNull(config[name])) continue;
    const known = !hasUnknown(config[name]) && (isBlock(field) || !hasUnknown(planned[name]));
    if (known) continue;
    diagnostics.error(
      `Value of ${name} is still unknown`,
      `The configuration sets "${name}" to a value that is still unknown during apply. Nothing was sent. ` +
        "Use a value that is known when this resource is applied.",
      [name],
    );
  }
}

/** Creates an instance. A failure after `saveState` is a warning, because an error would taint the instance that now exists (docs/design/laws.md#l2). */
async function create(opened: OpenCall, step: Step): Promise<ValueRecord | null> {
  const { resource, call, diagnostics } = opened;
  try {
    return finalState(opened, step, await resource.create(call, allKnown(step.planned)));
  } catch (error) {
    const saved = opened.saved();
    const note = saved && !(error instanceof TerminalError) ? RECORDED : undefined;
    diagnostics.addThrown(error, `creating a ${resource.name}`, call.log, note);
    return saved ? resultingState(step.planned, saved) : null;
  }
}

const RECORDED = "The values known so far have been recorded; nothing is lost.";

/** Runs the updates in order. After a failure, the state shows which changes are done. */
async function update(opened: OpenCall, step: Step, prior: ValueRecord): Promise<ValueRecord> {
  const { resource, call, diagnostics } = opened;
  const { schema } = resource;
  const planned = allKnown(step.planned);
  const known: ValueRecord = Object.create(null);
  const done: ValueRecord = Object.create(null);
  Object.assign(done, prior, carriedOver(schema, STATE_ONLY, step.planned));
  try {
    for (const { name, update, changed } of updatesToRun(resource, prior, step.planned, call.privateState)) {
      Object.assign(known, await update.apply(call, { prior, planned, changed }));
      Object.assign(done, carriedOver(schema, name, step.planned));
    }
    // Values that the plan left unknown and no update has returned are read once.
    const open = Object.keys(step.planned).filter(
      (name) => hasUnknown(step.planned[name]) && !(name in known),
    );
    const observed = open.length > 0 ? await resource.read(call, done) : GONE;
    if (observed !== GONE) for (const name of open) known[name] = observed[name] ?? null;
  } catch (error) {
    diagnostics.addThrown(error, `updating a ${resource.name}`, call.log);
    return Object.assign(done, notPlanned(schema, step.planned, known), opened.saved());
  }
  return finalState(opened, step, known);
}

/** Deletes an instance. After a failure, the state does not change. */
async function destroy(
  { resource, call, diagnostics }: OpenCall,
  prior: ValueRecord,
): Promise<ValueRecord | null> {
  try {
    await resource.delete(call, prior);
    return null;
  } catch (error) {
    diagnostics.addThrown(error, `deleting a ${resource.name}`, call.log);
    return prior;
  }
}

function allKnown(values: ValueRecord): ValueRecord {
  return mapRecord(values, withoutUnknown);
}

/** Returns the known planned values of one update. */
function carriedOver(fields: Fields, update: string, planned: ValueRecord): ValueRecord {
  const own = Object.entries(planned).filter(([name]) => fields[name]?.updatedBy === update);
  const known = own.filter(([, value]) => value !== UNKNOWN);
  return Object.fromEntries(known.map(([name, value]) => [name, withoutUnknown(value)]));
}

/** Returns the known values that the plan left open: computed values, and values planned as unknown. */
function notPlanned(fields: Fields, planned: ValueRecord, known: ValueRecord): ValueRecord {
  const open = (name: string) => fields[name]?.updatedBy === undefined || hasUnknown(planned[name]);
  return Object.fromEntries(Object.entries(known).filter(([name]) => open(name)));
}

/** Returns the planned values, completed with the known values of the instance. Warns where the service differs. */
function finalState(
  { resource: { schema }, diagnostics, saved }: OpenCall,
  { config, planned }: Step,
  known: Partial<ValueRecord>,
): ValueRecord {
  const observed = withoutWriteOnly(schema, Object.assign(Object.create(null), saved(), known));
  for (const name of changedByService(schema, config, planned, observed)) {
    const field = schema[name];
    const values = `Configured: ${text(planned[name])}. The service returned: ${text(observed[name])}. `;
    diagnostics.warn(
      `The service returned another value for ${name}`,
      `${field && !isSensitive(field) ? values : ""}If this does not change, the next plan reports it as drift.`,
      [name],
    );
  }
  return resultingState(planned, observed);
}

function text(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === "bigint" ? String(part) : part)) ?? "nothing";
}
