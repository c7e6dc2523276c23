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

/** State after reading the instance: the very record where nothing has changed, and null when the instance is gone. */
export async function readState(
  { resource, call }: OpenCall,
  state: ValueRecord,
): Promise<ValueRecord | null> {
  const observed = await resource.read(call, state);
  return observed === GONE ? null : refreshed(resource.schema, state, observed as ValueRecord);
}

/** The first state of an imported instance: what the resource knows from the id, all else null until it is read. */
export async function importState(
  { resource, call }: OpenCall,
  id: string,
): Promise<ValueRecord | undefined> {
  const first = await resource.import?.(call, id);
  const { schema } = resource;
  return (
    first &&
    withEmptyBlocks(
      schema,
      mapRecord(schema, (_, name) => first[name] ?? null),
    )
  );
}

/**
 * The values with empty collections where blocks are missing: to Terraform a list, set or map of blocks is never null
 * (it would show a change from nothing to nothing, and crash when it writes the configuration of an import).
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
 * The answer rule (docs/design/architecture.md#resources): what was known at plan is answered as planned; what the service says fills
 * only what was unknown. To Terraform anything else is an inconsistent result.
 */
export function answer(planned: ValueRecord, observed: ValueRecord): ValueRecord {
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

/** The configured attributes that the service answered differently: a warning now, drift at the next plan. */
export function answeredDifferently(
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

/** State after reading the service: what was observed, in the text that state has for it already. Without news, the very state. */
export function refreshed(fields: Fields, state: ValueRecord, observed: ValueRecord): ValueRecord {
  const next: ValueRecord = Object.create(null);
  let isNews = false;
  for (const [name, field] of Object.entries(fields)) {
    const before = state[name];
    const seen = observed[name];
    const stays =
      seen === undefined ||
      seen === before ||
      (!isBlock(field) && semanticallyEqual(field, before ?? null, seen));
    next[name] = (stays ? before : seen) ?? null;
    isNews ||= next[name] !== before;
  }
  return isNews ? next : state;
}
