import type { ValueRecord } from "../wire/cty/value";
import { refreshed } from "./answer";
import type { AnyCall } from "./apply";
import { withEmptyBlocks } from "./blocks";
import type { AnyResource } from "./provider";
import { GONE } from "./resource";

/** State after looking at the instance; null when it is gone. */
export async function observe(
  resource: AnyResource,
  state: ValueRecord,
  call: AnyCall,
): Promise<ValueRecord | null> {
  const seen = await resource.read(call, state);
  return seen === GONE ? null : refreshed(resource.schema, state, seen as ValueRecord);
}

/** The first state of an imported instance: what the resource makes of the id, all else null until it is read. */
export async function importState(
  resource: AnyResource,
  id: string,
  call: AnyCall,
): Promise<ValueRecord | undefined> {
  const first = await resource.import?.(call, id);
  if (!first) return undefined;
  const state: ValueRecord = Object.create(null);
  for (const name of Object.keys(resource.schema)) state[name] = first[name] ?? null;
  return withEmptyBlocks(resource.schema, state);
}
