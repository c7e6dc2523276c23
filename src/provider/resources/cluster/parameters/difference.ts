import type { ServerParameterRecord } from "../../../../client";
import { isUnknown, type Unknown } from "../../../../framework";

/** Values of server parameters by name. */
export interface Parameters {
  [name: string]: string;
}

/** One write towards the planned values. Without an `id` it creates, without a `value` it deletes. */
export type Step = { readonly name: string } & (
  | { readonly value: string; readonly id?: undefined }
  | { readonly value: string; readonly id: string; readonly was: string }
  | { readonly value?: undefined; readonly id: string }
);

/**
 * Returns the writes that lead from the values of the service to the planned ones; none for equal values. Deletes only names that this
 * configuration had set before, because others belong to somebody else (docs/design/architecture.md#types).
 */
export function stepsTo(
  wanted: Parameters | null,
  owned: Parameters | null,
  live: readonly ServerParameterRecord[],
): Step[] {
  const held = new Map(live.map((record) => [record.parameter_name, record]));
  const target = new Map(entriesOf(wanted));
  const sets = [...target].flatMap(([name, value]): Step[] => {
    const found = held.get(name);
    if (!found) return [{ name, value }];
    const { id, parameter_value: was } = found;
    return was === value ? [] : [{ name, id, value, was }];
  });
  const removes = entriesOf(owned).flatMap(([name]): Step[] => {
    const found = held.get(name);
    return found && !target.has(name) ? [{ name, id: found.id }] : [];
  });
  return [...sets, ...removes];
}

/** Returns the values of the service for these names, without those that it does not have. */
export function heldUnder(names: readonly string[], live: readonly ServerParameterRecord[]): Parameters {
  const held = live.filter(({ parameter_name: name }) => names.includes(name));
  return Object.fromEntries(held.map((record) => [record.parameter_name, record.parameter_value]));
}

/** Returns the epoch seconds of the latest write among these; undefined if the service shows none. */
export function lastWrite(records: readonly ServerParameterRecord[]): number | undefined {
  const times = records.flatMap(({ updated_at: at }) => at ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Returns names and values, sorted by name. A null value is not set. */
export function entriesOf(parameters: Parameters | null): [string, string][] {
  const entries = Object.entries(parameters ?? {}).filter(([, value]) => typeof value === "string");
  return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** True if there may be any. */
export function mayHold(parameters: Parameters | null | Unknown): boolean {
  return isUnknown(parameters) || entriesOf(parameters).length > 0;
}
