import { hasUnknown, isNull, UNKNOWN, type ValueRecord, withoutUnknown } from "../wire/cty/value";
import { answer, answeredDifferently } from "./answer";
import type { AnyCall } from "./call";
import { type Diagnostics, TerminalFailure } from "./diagnostics";
import { updatesToRun } from "./planResource";
import type { AnyResource } from "./provider";
import { GONE } from "./resource";
import { type Fields, isBlock, isConfigurable, isSensitive } from "./schema";
import type { OpenCall } from "./session";
import { STATE_ONLY } from "./updates";

export interface ApplyInput {
  readonly config: ValueRecord;
  readonly prior: ValueRecord | null;
  readonly planned: ValueRecord;
}

/** Refuses before any request what the configuration owns and is still unknown (computed parts of a block may be). */
export function refuseUnknown(
  fields: Fields,
  { config, planned }: ApplyInput,
  diagnostics: Diagnostics,
): void {
  for (const [name, field] of Object.entries(fields)) {
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
export async function create(
  resource: AnyResource,
  input: ApplyInput,
  { call, saved }: OpenCall,
  diagnostics: Diagnostics,
): Promise<ValueRecord | null> {
  try {
    const learned = await resource.create(call, withoutUnknown(input.planned) as ValueRecord);
    return finalState(resource.schema, input, merged(saved.values, learned), diagnostics);
  } catch (error) {
    const asWarning = saved.any && !(error instanceof TerminalFailure);
    diagnostics.thrown(error, `creating a ${resource.name}`, call.log, asWarning ? RECORDED : undefined);
    return saved.any ? answer(input.planned, saved.values) : null;
  }
}

const RECORDED = "What is known so far has been recorded; nothing is lost.";

/** Runs the updates in order. After a failure, state says which changes are done. */
export async function update(
  resource: AnyResource,
  input: ApplyInput & { readonly prior: ValueRecord },
  { call, saved }: OpenCall,
  diagnostics: Diagnostics,
): Promise<ValueRecord> {
  const { schema } = resource;
  const { prior } = input;
  const planned = withoutUnknown(input.planned) as ValueRecord;
  const done = carriedOver(schema, STATE_ONLY, prior, input.planned);
  const learned: ValueRecord = Object.create(null);
  try {
    for (const { name, update, changed } of updatesToRun(resource, prior, input.planned, call.privateState)) {
      Object.assign(learned, await update.apply(call, { prior, planned, changed }));
      Object.assign(done, carriedOver(schema, name, done, input.planned));
    }
    await readTheRest(resource, input.planned, learned, done, call);
  } catch (error) {
    diagnostics.thrown(error, `updating a ${resource.name}`, call.log);
    return Object.assign(done, notPlanned(schema, input.planned, learned), saved.values);
  }
  return finalState(schema, input, merged(saved.values, learned), diagnostics);
}

/** Ends an instance. After a failure, state is what it was. */
export async function destroy(
  resource: AnyResource,
  prior: ValueRecord,
  call: AnyCall,
  diagnostics: Diagnostics,
): Promise<ValueRecord | null> {
  try {
    await resource.delete(call, prior);
    return null;
  } catch (error) {
    diagnostics.thrown(error, `deleting a ${resource.name}`, call.log);
    return prior;
  }
}

function merged(...parts: readonly Partial<ValueRecord>[]): ValueRecord {
  return Object.assign(Object.create(null), ...parts);
}

/** `from` with the planned values of one update, as far as they are known. */
function carriedOver(fields: Fields, update: string, from: ValueRecord, planned: ValueRecord): ValueRecord {
  const next: ValueRecord = Object.assign(Object.create(null), from);
  for (const [name, field] of Object.entries(fields)) {
    const value = planned[name] ?? null;
    if (field.updatedBy === update && value !== UNKNOWN) next[name] = withoutUnknown(value);
  }
  return next;
}

/** Of what was learned, that which the plan did not fix: what is computed, and what was planned unknown. */
function notPlanned(fields: Fields, planned: ValueRecord, learned: ValueRecord): ValueRecord {
  const open = (name: string) => fields[name]?.updatedBy === undefined || hasUnknown(planned[name]);
  return Object.fromEntries(Object.entries(learned).filter(([name]) => open(name)));
}

/** What the plan left unknown and no update has answered is read once. */
async function readTheRest(
  resource: AnyResource,
  planned: ValueRecord,
  learned: ValueRecord,
  state: ValueRecord,
  call: AnyCall,
): Promise<void> {
  const open = Object.keys(planned).filter((name) => hasUnknown(planned[name]) && !(name in learned));
  if (open.length === 0) return;
  const observed = await resource.read(call, state);
  if (observed === GONE) return;
  for (const name of open) learned[name] = observed[name] ?? null;
}

function finalState(
  fields: Fields,
  input: ApplyInput,
  observed: ValueRecord,
  diagnostics: Diagnostics,
): ValueRecord {
  for (const name of answeredDifferently(fields, input.config, input.planned, observed)) {
    const field = fields[name];
    const shown = field && !isSensitive(field);
    const values = `Configured: ${text(input.planned[name])}. The service says: ${text(observed[name])}. `;
    diagnostics.warn(
      `The service answered another value for ${name}`,
      `${shown ? values : ""}If it stays so, the next plan shows it as drift.`,
      [name],
    );
  }
  return answer(input.planned, observed);
}

function text(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === "bigint" ? String(part) : part)) ?? "nothing";
}
