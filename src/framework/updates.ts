import type { Call } from "./call";
import type { Plannable, Planning } from "./planning";
import { type Fields, typeOfField } from "./schema";
import { sameValue, type ValueRecord } from "./value";

/** Values that only Terraform keeps: a change of them is written to state and sends nothing. */
export const STATE_ONLY = "state";
/** A change that the service cannot make in place. */
export const REPLACE = "replace";
export type BuiltInUpdate = typeof STATE_ONLY | typeof REPLACE;

/** What an update has to do: from the values that are to those that were planned (unknown ones are null). */
export interface Change<Values> {
  readonly prior: Values;
  readonly planned: Values;
  /** The fields of this lane that change. */
  readonly changed: readonly (keyof Values & string)[];
}

/**
 * A way on which changes reach the service. Lanes run in the order in which the resource lists them; an update runs
 * those whose fields change, and those that are due by themselves.
 */
export interface Update<Values, Service, Private> {
  /** The request that carries the change, for the docs: "PATCH /clusters/{id}". */
  readonly carriedBy: string;
  /** The computed fields whose values are unknown until the lane has run. */
  readonly makesUnknown?:
    | readonly (keyof Values & string)[]
    | ((
        prior: Values,
        planned: Plannable<Values>,
        changed: readonly (keyof Values & string)[],
      ) => readonly (keyof Values & string)[]);
  /** Whether the lane has to run although no field of its own changes (work that an earlier apply left unfinished). */
  readonly due?: (prior: Values, kept: Private | undefined, planned: Plannable<Values>) => boolean;
  /** The changed fields that ask for another instance instead; when there are any, no lane runs. */
  readonly requiresReplace?: (
    changed: readonly (keyof Values & string)[],
    prior: Values,
    planned: Plannable<Values>,
    kept: Private | undefined,
  ) => readonly (keyof Values & string)[];
  /** Says at plan what will happen, or refuses it. */
  readonly announce?: (
    planning: Planning<Values, Service, Private>,
    changed: readonly (keyof Values & string)[],
  ) => void;
  /** Carries the change; returns what it then knows of the instance. */
  readonly apply: (
    call: Call<Values, Service, Private>,
    change: Change<Values>,
    // biome-ignore lint/suspicious/noConfusingVoidType: a lane that learns nothing returns nothing
  ) => Promise<Partial<Values> | void>;
}

/** The fields that differ, by the lane that carries them. */
export function changedByUpdate(
  fields: Fields,
  prior: ValueRecord,
  planned: ValueRecord,
): Map<string, string[]> {
  const lanes = new Map<string, string[]>();
  for (const [name, field] of Object.entries(fields)) {
    if (field.updatedBy === undefined) continue;
    if (sameValue(typeOfField(field), prior[name] ?? null, planned[name] ?? null)) continue;
    lanes.set(field.updatedBy, [...(lanes.get(field.updatedBy) ?? []), name]);
  }
  return lanes;
}
