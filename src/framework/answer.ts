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
import { type Fields, isBlock, typeOfField } from "./schema";
import { semanticallyEqual } from "./updates";

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
