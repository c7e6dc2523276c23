import type { ServerParameterRecord } from "../../../client";
import { isUnknown, type Unknown } from "../../../framework";

/** Values of server parameters by name. */
export interface Parameters {
  [name: string]: string;
}

/** One write on the way to the planned values. */
export type Step =
  | { readonly kind: "create"; readonly name: string; readonly value: string }
  | {
      readonly kind: "update";
      readonly name: string;
      readonly id: string;
      readonly value: string;
      readonly was: string;
    }
  | { readonly kind: "delete"; readonly name: string; readonly id: string };

/**
 * The writes that lead from what the service holds to the planned values; none for those that it holds already. Only names
 * that this configuration had set before are deleted: others belong to somebody else (docs/design/architecture.md#types).
 */
export function stepsTo(
  wanted: Parameters | null,
  owned: Parameters | null,
  live: readonly ServerParameterRecord[],
): Step[] {
  const held = byName(live);
  const target = new Map(entriesOf(wanted));
  const sets = [...target].sort(byKey).flatMap(([name, value]): Step[] => {
    const found = held.get(name);
    if (!found) return [{ kind: "create", name, value }];
    const { id, parameter_value: was } = found;
    return was === value ? [] : [{ kind: "update", name, id, value, was }];
  });
  const removes = entriesOf(owned)
    .sort(byKey)
    .flatMap(([name]): Step[] => {
      const found = held.get(name);
      return found && !target.has(name) ? [{ kind: "delete", name, id: found.id }] : [];
    });
  return [...sets, ...removes];
}

/** What the service holds under these names; those that it does not hold are left out. */
export function heldUnder(names: Iterable<string>, live: readonly ServerParameterRecord[]): Parameters {
  const held = byName(live);
  return Object.fromEntries(
    [...new Set(names)].flatMap((name) => {
      const found = held.get(name);
      return found ? [[name, found.parameter_value]] : [];
    }),
  );
}

/** Epoch seconds of the latest write among these; undefined where the service tells none. */
export function lastWrite(records: readonly ServerParameterRecord[]): number | undefined {
  const times = records.flatMap(({ updated_at: at }) => at ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Name and value of each; a value that is null is not set. */
export function entriesOf(parameters: Parameters | null): [string, string][] {
  return Object.entries(parameters ?? {}).filter(([, value]) => typeof value === "string");
}

/** Whether there may be any. */
export function mayHold(parameters: Parameters | null | Unknown): boolean {
  return isUnknown(parameters) || entriesOf(parameters).length > 0;
}

function byName(live: readonly ServerParameterRecord[]): ReadonlyMap<string, ServerParameterRecord> {
  return new Map(live.map((record) => [record.parameter_name, record]));
}

function byKey([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : 1;
}
