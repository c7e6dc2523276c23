import { hasUnknown, UNKNOWN, type ValueRecord, withoutUnknown } from "../wire/cty/value";
import { answer, answeredOtherwise } from "./answer";
import type { Call } from "./call";
import { type Diagnostics, describe, logFault, TerminalFailure } from "./diagnostics";
import { updatesToRun } from "./planResource";
import type { AnyResource } from "./provider";
import { GONE } from "./resource";
import { type Fields, isBlock, isConfigurable, isSensitive } from "./schema";
import { STATE_ONLY } from "./updates";

export type AnyCall = Call<ValueRecord, unknown, unknown>;

export interface ApplyInput {
  readonly config: ValueRecord;
  readonly prior: ValueRecord | null;
  readonly planned: ValueRecord;
}

/** The values that a failed step leaves behind: what `keep` was told. */
export interface Kept {
  readonly values: ValueRecord;
  readonly any: boolean;
}

/** Refuses before any request what the configuration owns and is still unknown (computed parts of a block may be). */
export function refuseUnknown(
  fields: Fields,
  { config, planned }: ApplyInput,
  diagnostics: Diagnostics,
): void {
  for (const [name, field] of Object.entries(fields)) {
    if (!isConfigurable(field) || (config[name] ?? null) === null) continue;
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

/** Makes an instance. A failure after `keep` is a warning: an error would taint what now exists (docs/design/laws.md#l2). */
export async function create(
  resource: AnyResource,
  input: ApplyInput,
  call: AnyCall,
  kept: Kept,
  diagnostics: Diagnostics,
): Promise<ValueRecord | null> {
  const attempted = `creating a ${resource.name}`;
  try {
    const learned = await resource.create(call, withoutUnknown(input.planned) as ValueRecord);
    return settle(resource.schema, input, merged(kept.values, learned), diagnostics);
  } catch (error) {
    logFault(call.log, error, attempted);
    if (!kept.any) {
      diagnostics.thrown(error, attempted);
      return null;
    }
    const { summary, detail, path } = describe(error, attempted);
    if (error instanceof TerminalFailure) diagnostics.error(summary, detail, path);
    else
      diagnostics.warn(
        summary,
        `${detail}\n\nWhat is known so far has been recorded; nothing is lost.`,
        path,
      );
    return answer(input.planned, kept.values);
  }
}

/** Runs the updates in order. After a failure, state says which changes have been made. */
export async function update(
  resource: AnyResource,
  input: ApplyInput & { readonly prior: ValueRecord },
  call: AnyCall,
  kept: Kept,
  diagnostics: Diagnostics,
): Promise<ValueRecord> {
  const attempted = `updating a ${resource.name}`;
  const planned = withoutUnknown(input.planned) as ValueRecord;
  const updates = updatesToRun(resource, input.prior, input.planned, call.privateState);
  const done = takeOver(resource.schema, STATE_ONLY, input.prior, input.planned);
  const learned: ValueRecord = Object.create(null);
  try {
    for (const { name, update, changed } of updates) {
      const change = { prior: input.prior, planned, changed };
      Object.assign(learned, await update.apply(call, change));
      Object.assign(done, takeOver(resource.schema, name, done, input.planned));
    }
    await lookUpTheRest(resource, input.planned, learned, done, call);
  } catch (error) {
    logFault(call.log, error, attempted);
    diagnostics.thrown(error, attempted);
    return Object.assign(done, leftOpen(resource.schema, input.planned, learned), kept.values);
  }
  return settle(resource.schema, input, merged(kept.values, learned), diagnostics);
}

/** Ends an instance. After a failure, state is what it was. */
export async function destroy(
  resource: AnyResource,
  prior: ValueRecord,
  call: AnyCall,
  diagnostics: Diagnostics,
): Promise<ValueRecord | null> {
  const attempted = `deleting a ${resource.name}`;
  try {
    await resource.delete(call, prior);
    return null;
  } catch (error) {
    logFault(call.log, error, attempted);
    diagnostics.thrown(error, attempted);
    return prior;
  }
}

function merged(...parts: readonly Partial<ValueRecord>[]): ValueRecord {
  return Object.assign(Object.create(null), ...parts);
}

function takeOver(fields: Fields, lane: string, from: ValueRecord, planned: ValueRecord): ValueRecord {
  const next: ValueRecord = Object.assign(Object.create(null), from);
  for (const [name, field] of Object.entries(fields)) {
    const value = planned[name] ?? null;
    if (field.updatedBy === lane && value !== UNKNOWN) next[name] = withoutUnknown(value);
  }
  return next;
}

/** Of what was learned, that which the plan did not fix: what is computed, and what was planned unknown. */
function leftOpen(fields: Fields, planned: ValueRecord, learned: ValueRecord): ValueRecord {
  const open = (name: string) => fields[name]?.updatedBy === undefined || hasUnknown(planned[name]);
  return Object.fromEntries(Object.entries(learned).filter(([name]) => open(name)));
}

/** What the plan left unknown and no lane has said is asked for once. */
async function lookUpTheRest(
  resource: AnyResource,
  planned: ValueRecord,
  learned: ValueRecord,
  state: ValueRecord,
  call: AnyCall,
): Promise<void> {
  const open = Object.keys(planned).filter((name) => hasUnknown(planned[name]) && !(name in learned));
  if (open.length === 0) return;
  const seen = await resource.read(call, state);
  if (seen === GONE) return;
  for (const name of open) learned[name] = seen[name] ?? null;
}

function settle(
  fields: Fields,
  input: ApplyInput,
  observed: ValueRecord,
  diagnostics: Diagnostics,
): ValueRecord {
  for (const name of answeredOtherwise(fields, input.config, input.planned, observed)) {
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
