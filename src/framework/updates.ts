import { sameValue } from "../wire/cty/equality";
import { hasUnknown, type Value, type ValueRecord } from "../wire/cty/value";
import type { Call, Names, Plannable, Planning } from "./call";
import { type Attribute, type Block, type Fields, isBlock, typeOfField } from "./schema";

/** For values that only the state has: a change of them sends nothing. */
export const STATE_ONLY = "state";
/** A change that the service cannot make in place. */
export const REPLACE = "replace";
export type BuiltInUpdate = typeof STATE_ONLY | typeof REPLACE;

/** What an update has to do: from the values that are to those that were planned (unknown ones are null). */
export interface Change<Values> {
  readonly prior: Values;
  readonly planned: Values;
  /** The attributes of this update that change. */
  readonly changed: Names<Values>;
}

/**
 * How changes of some attributes reach the service. Updates run in the order in which the resource lists them: those whose
 * attributes change, and those that are due by themselves.
 */
export interface Update<Values, Service, Private> {
  /** The request that carries the change, for the docs: "PATCH /clusters/{id}". */
  readonly request: string;
  /** The computed attributes whose values are unknown until the update has run. */
  readonly makesUnknown?:
    | Names<Values>
    | ((
        prior: Values,
        planned: Plannable<Values>,
        changed: Names<Values>,
        privateState: Private | undefined,
      ) => Names<Values>);
  /**
   * Whether the update has to run although no attribute of its own changes (work that an earlier apply left unfinished).
   * What else changes, `changedNames` tells.
   */
  readonly due?: (prior: Values, privateState: Private | undefined, planned: Plannable<Values>) => boolean;
  /** The changed attributes that require another instance; when there are any, no update runs. */
  readonly requiresReplace?: (
    changed: Names<Values>,
    prior: Values,
    planned: Plannable<Values>,
    privateState: Private | undefined,
  ) => Names<Values>;
  /** Says at plan what will happen, or refuses it. */
  readonly describeAtPlan?: (planning: Planning<Values, Service, Private>, changed: Names<Values>) => void;
  /** Carries the change; returns what it then knows of the instance. */
  readonly apply: (
    call: Call<Values, Service, Private>,
    change: Change<Values>,
    // biome-ignore lint/suspicious/noConfusingVoidType: an update that learns nothing returns nothing
  ) => Promise<Partial<Values> | void>;
}

/**
 * The attributes (and blocks) whose planned value differs from prior, or is unknown. Two texts that mean the same do not
 * differ, nor does a set or map in another order. Without a prior state it is all that has a planned value. In `plan` it
 * is `planning.changed`; this function is for what gets no planning (`due`, `apply`).
 */
export function changedNames<Values extends object>(
  fields: { readonly [K in keyof Values]: Attribute | Block },
  prior: Values | null,
  planned: Plannable<Values>,
): (keyof Values & string)[] {
  const names = Object.keys(fields) as (keyof Values & string)[];
  const valueIn = (values: object | null, name: string) => (values as ValueRecord | null)?.[name] ?? null;
  return names.filter((name) => !isSame(fields[name], valueIn(prior, name), valueIn(planned, name)));
}

function isSame(field: Attribute | Block, before: Value, now: Value): boolean {
  if (isBlock(field) || before === null || now === null) return sameValue(typeOfField(field), before, now);
  return semanticallyEqual(field, before, now);
}

/** Whether the value in state says the same as the new one, perhaps in another text. */
export function semanticallyEqual(attribute: Attribute, before: Value, now: Value): boolean {
  if (before === null || now === null) return false;
  if (sameValue(attribute.type.cty, before, now)) return true;
  if (hasUnknown(now)) return false;
  const equal = attribute.semanticallyEqual as ((a: Value, b: Value) => boolean) | undefined;
  return equal?.(before, now) ?? false;
}

/** Of the changed names those that one update carries. */
export function namesUpdatedBy(fields: Fields, update: string, changed: readonly string[]): string[] {
  return changed.filter((name) => fields[name]?.updatedBy === update);
}
