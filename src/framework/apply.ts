import { hasUnknown, isNull, mapRecord, UNKNOWN, type ValueRecord, withoutUnknown } from "../wire/cty/value";
import { TerminalFailure } from "./diagnostics";
import { updatesToRun } from "./planResource";
import { GONE } from "./resource";
import { type Fields, isBlock, isConfigurable, isSensitive } from "./schema";
import type { OpenCall } from "./session";
import { answer, answeredDifferently } from "./state";
import { STATE_ONLY } from "./updates";

/** What Terraform hands over: without `prior` for a create, without `planned` for a delete. */
export interface ApplyInput {
  readonly config: ValueRecord | null;
  readonly prior: ValueRecord | null;
  readonly planned: ValueRecord | null;
}

interface Step {
  readonly config: ValueRecord;
  readonly planned: ValueRecord;
}

/** Carries out what was planned. Returns the state that it leaves, also where it failed. */
export async function apply(opened: OpenCall, input: ApplyInput): Promise<ValueRecord | null> {
  const { prior, planned, config } = input;
  if (!planned) return prior && destroy(opened, prior);
  const step = { config: config ?? planned, planned };
  refuseUnknown(opened, step);
  if (opened.diagnostics.failed) return prior;
  return prior ? update(opened, step, prior) : create(opened, step);
}

/** Refuses before any request what the configuration owns and is still unknown (computed parts of a block may be). */
function refuseUnknown({ resource, diagnostics }: OpenCall, { config, planned }: Step): void {
  for (const [name, field] of Object.entries(resource.schema)) {
    if (!isConfigurable(field) || isNull(config[name])) continue;
    const known = !hasUnknown(config[name]) && (isBlock(field) || !hasUnknown(planned[name]));
    if (known) continue;
    diagnostics.error(
      `Value of ${name} is still unknown`,
      `The configuration sets "${name}" to a value that is not known even now, while applying. Nothing was sent. ` +
        "Give it a value that its source knows by the time it is applied.",
      [name],
    );
  }
}

/** Creates an instance. A failure after `saveState` is a warning: an error would taint what now exists (docs/design/laws.md#l2). */
async function create(opened: OpenCall, step: Step): Promise<ValueRecord | null> {
  const { resource, call, diagnostics } = opened;
  try {
    return finalState(opened, step, await resource.create(call, allKnown(step.planned)));
  } catch (error) {
    const saved = opened.saved();
    const consolation = saved && !(error instanceof TerminalFailure) ? RECORDED : undefined;
    diagnostics.thrown(error, `creating a ${resource.name}`, call.log, consolation);
    return saved ? answer(step.planned, saved) : null;
  }
}

const RECORDED = "What is known so far has been recorded; nothing is lost.";

/** Runs the updates in order. After a failure, state says which changes are done. */
async function update(opened: OpenCall, step: Step, prior: ValueRecord): Promise<ValueRecord> {
  const { resource, call, diagnostics } = opened;
  const { schema } = resource;
  const planned = allKnown(step.planned);
  const learned: ValueRecord = Object.create(null);
  const done: ValueRecord = Object.create(null);
  Object.assign(done, prior, carriedOver(schema, STATE_ONLY, step.planned));
  try {
    for (const { name, update, changed } of updatesToRun(resource, prior, step.planned, call.privateState)) {
      Object.assign(learned, await update.apply(call, { prior, planned, changed }));
      Object.assign(done, carriedOver(schema, name, step.planned));
    }
    // What the plan left unknown and no update has answered is read once.
    const open = Object.keys(step.planned).filter(
      (name) => hasUnknown(step.planned[name]) && !(name in learned),
    );
    const observed = open.length > 0 ? await resource.read(call, done) : GONE;
    if (observed !== GONE) for (const name of open) learned[name] = observed[name] ?? null;
  } catch (error) {
    diagnostics.thrown(error, `updating a ${resource.name}`, call.log);
    return Object.assign(done, notPlanned(schema, step.planned, learned), opened.saved());
  }
  return finalState(opened, step, learned);
}

/** Ends an instance. After a failure, state is what it was. */
async function destroy(
  { resource, call, diagnostics }: OpenCall,
  prior: ValueRecord,
): Promise<ValueRecord | null> {
  try {
    await resource.delete(call, prior);
    return null;
  } catch (error) {
    diagnostics.thrown(error, `deleting a ${resource.name}`, call.log);
    return prior;
  }
}

function allKnown(values: ValueRecord): ValueRecord {
  return mapRecord(values, withoutUnknown);
}

/** The planned values of one update, as far as they are known. */
function carriedOver(fields: Fields, update: string, planned: ValueRecord): ValueRecord {
  const own = Object.entries(planned).filter(([name]) => fields[name]?.updatedBy === update);
  const known = own.filter(([, value]) => value !== UNKNOWN);
  return Object.fromEntries(known.map(([name, value]) => [name, withoutUnknown(value)]));
}

/** Of what was learned, that which the plan did not fix: what is computed, and what was planned unknown. */
function notPlanned(fields: Fields, planned: ValueRecord, learned: ValueRecord): ValueRecord {
  const open = (name: string) => fields[name]?.updatedBy === undefined || hasUnknown(planned[name]);
  return Object.fromEntries(Object.entries(learned).filter(([name]) => open(name)));
}

/** What was planned, filled with what is known of the instance now; says where the service differs. */
function finalState(
  { resource: { schema }, diagnostics, saved }: OpenCall,
  { config, planned }: Step,
  learned: Partial<ValueRecord>,
): ValueRecord {
  const observed: ValueRecord = Object.assign(Object.create(null), saved(), learned);
  for (const name of answeredDifferently(schema, config, planned, observed)) {
    const field = schema[name];
    const values = `Configured: ${text(planned[name])}. The service says: ${text(observed[name])}. `;
    diagnostics.warn(
      `The service answered another value for ${name}`,
      `${field && !isSensitive(field) ? values : ""}If it stays so, the next plan shows it as drift.`,
      [name],
    );
  }
  return answer(planned, observed);
}

function text(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === "bigint" ? String(part) : part)) ?? "nothing";
}
