import { sameValue } from "../wire/cty/equality";
import {
  hasUnknown,
  isNull,
  isRecord,
  mapRecord,
  UNKNOWN,
  type Value,
  type ValueRecord,
  withoutUnknown,
} from "../wire/cty/value";
import { GONE } from "./resource";
import { type Block, type Fields, isBlock, mapBlock, typeOfField } from "./schema";
import type { OpenCall } from "./session";
import { semanticallyEqual } from "./updates";

/** Reads the instance. Returns the same record if nothing has changed, and null if the instance no longer exists. */
export async function readState(
  { resource, call }: OpenCall,
  state: ValueRecord,
): Promise<ValueRecord | null> {
  const observed = await resource.read(call, state);
  return observed === GONE ? null : refreshedState(resource.schema, state, observed as ValueRecord);
}

/**
 * Returns the first state of an imported instance: the values that follow from the id. All others are null until it is read.
 *
 * @param added values that an identity has in addition to the id
 */
export async function importState(
  { resource, call }: OpenCall,
  id: string,
  added: ValueRecord = {},
): Promise<ValueRecord | undefined> {
  const first = await resource.import?.(call, id);
  return first && firstState(resource.schema, { ...(first as ValueRecord), ...added });
}

/** Completes the first values of an instance that exists already. All others are null until it is read. */
export function firstState(fields: Fields, first: ValueRecord): ValueRecord {
  return withEmptyBlocks(
    fields,
    mapRecord(fields, (_, name) => first[name] ?? null),
  );
}

/**
 * Replaces missing lists and sets of blocks by empty ones. For Terraform they are never null: it would show a change
 * from nothing to nothing, and crash when it generates the configuration of an import.
 */
export function withEmptyBlocks(fields: Fields, values: ValueRecord): ValueRecord {
  return mapRecord(values, (value, name) => {
    const field = fields[name];
    return field && isBlock(field) ? withEmptyParts(field, value) : value;
  });
}

function withEmptyParts(block: Block, value: Value): Value {
  if (value === null && block.block !== "single") return [];
  return mapBlock(block, value, (item) => withEmptyBlocks(block.fields, item));
}

/**
 * Combines planned and observed values: values known at plan stay as planned, and the service's values fill only what was unknown.
 * Terraform reports anything else as an inconsistent result (docs/design/architecture.md#resources).
 */
export function resultingState(planned: ValueRecord, observed: ValueRecord): ValueRecord {
  return mapRecord(planned, (value, name) => fill(value, observed[name] ?? null));
}

function fill(planned: Value, observed: Value): Value {
  if (planned === UNKNOWN) return withoutUnknown(observed);
  if (!hasUnknown(planned)) return planned;
  if (Array.isArray(planned)) {
    const items = Array.isArray(observed) ? observed : [];
    return planned.map((item, index) => fill(item, items[index] ?? null));
  }
  if (!isRecord(planned)) return withoutUnknown(observed);
  const parts = isRecord(observed) ? observed : {};
  return mapRecord(planned, (part, key) => fill(part, parts[key] ?? null));
}

/** Returns the configured attributes for which the service returned another value: a warning now, drift at the next plan. */
export function changedByService(
  fields: Fields,
  config: ValueRecord,
  planned: ValueRecord,
  observed: ValueRecord,
) {
  return Object.entries(fields)
    .filter(([name, field]) => {
      const value = planned[name] ?? null;
      const seen = observed[name];
      if (seen === undefined || isNull(config[name]) || hasUnknown(value)) return false;
      if (isBlock(field)) return !sameValue(typeOfField(field), value, seen);
      return !sameValue(field.type.cty, value, seen) && !semanticallyEqual(field, seen, value);
    })
    .map(([name]) => name);
}

/** Combines configured and observed values, as Terraform requires them of what is read: what is configured comes back as it was written. */
export function withConfigured(fields: Fields, config: ValueRecord, observed: ValueRecord): ValueRecord {
  return mapRecord(refreshedState(fields, config, observed), (value, name) => {
    const field = fields[name];
    return field && !isBlock(field) ? (config[name] ?? value) : value;
  });
}

/** Updates a state with observed values. Keeps semantically equal strings, and returns the same record if nothing has changed. */
export function refreshedState(fields: Fields, state: ValueRecord, observed: ValueRecord): ValueRecord {
  const next: ValueRecord = Object.create(null);
  let hasChanged = false;
  for (const [name, field] of Object.entries(fields)) {
    const before = state[name];
    const seen = observed[name];
    const stays =
      seen === undefined ||
      seen === before ||
      (!isBlock(field) && semanticallyEqual(field, before ?? null, seen));
    next[name] = (stays ? before : seen) ?? null;
    hasChanged ||= next[name] !== before;
  }
  return hasChanged ? next : state;
}
