import { sameValue } from "../wire/cty/equality";
import { hasUnknown, type Value, type ValueRecord } from "../wire/cty/value";
import type { Call, Names, Plannable, Planning } from "./call";
import { type Attribute, type Block, type Fields, isBlock, typeOfField } from "./schema";

/** The update of values that only the state has: changing them sends nothing. */
export const STATE_ONLY = "state";
/** The update of values that the service cannot change in place. */
export const REPLACE = "replace";
export type BuiltInUpdate = typeof STATE_ONLY | typeof REPLACE;

/** The work of one update: from the prior values to the planned ones. Unknown values are null. */
export interface Change<Values> {
  readonly prior: Values;
  readonly planned: Values;
  /** The attributes of this update that change. */
  readonly changed: Names<Values>;
}

/**
 * The way in which changes of some attributes reach the service. Updates run in the order in which the resource lists them. An update runs
 * if one of its attributes changes, or if it is due.
 */
export interface Update<Values, Service, Private> {
  /** The request that makes the change, for the docs: "PATCH /clusters/{id}". */
  readonly request: string;
  /** Computed attributes whose values are unknown until the update has run. */
  readonly makesUnknown?:
    | Names<Values>
    | ((
        prior: Values,
        planned: Plannable<Values>,
        changed: Names<Values>,
        privateState: Private | undefined,
      ) => Names<Values>);
  /**
   * True if the update must run although none of its attributes changes: an earlier apply left work unfinished.
   * `changedNames` returns the other attributes that change.
   */
  readonly due?: (prior: Values, privateState: Private | undefined, planned: Plannable<Values>) => boolean;
  /** Returns the changed attributes that require another instance. If there are any, no update runs. */
  readonly requiresReplace?: (
    changed: Names<Values>,
    prior: Values,
    planned: Plannable<Values>,
    privateState: Private | undefined,
  ) => Names<Values>;
  /** Warns at plan what will happen, or rejects the change. */
  readonly describeAtPlan?: (planning: Planning<Values, Service, Private>, changed: Names<Values>) => void;
  /** Makes the change. Returns the values that it then knows of the instance. */
  readonly apply: (
    call: Call<Values, Service, Private>,
    change: Change<Values>,
    // biome-ignore lint/suspicious/noConfusingVoidType: an update without new values returns nothing
  ) => Promise<Partial<Values> | void>;
}

/**
 * Returns the attributes and blocks whose planned value differs from prior, or is unknown. Semantically equal strings do not
 * differ, and neither do sets and maps in another order. Without a prior state, returns everything that has a planned value.
 * `plan` has the same list as `planning.changed`; this function is for `due` and `apply`.
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

/** True if the value in state means the same as the new one, perhaps written differently. */
export function semanticallyEqual(attribute: Attribute, before: Value, now: Value): boolean {
  if (before === null || now === null) return false;
  if (sameValue(attribute.type.cty, before, now)) return true;
  if (hasUnknown(now)) return false;
  const equal = attribute.semanticallyEqual as ((a: Value, b: Value) => boolean) | undefined;
  return equal?.(before, now) ?? false;
}

/** Returns the changed names that belong to one update. */
export function namesUpdatedBy<Name extends string>(
  fields: Fields,
  update: string,
  changed: readonly Name[],
): Name[] {
  return changed.filter((name) => fields[name]?.updatedBy === update);
}
