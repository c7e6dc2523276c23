import { sameValue } from "../../../src/wire/cty/equality";
import { isRecord, UNKNOWN, type Value, type ValueRecord } from "../../../src/wire/cty/value";
import { record } from "../values";
import { type CoreAttribute, type CoreAttributes, type CoreBlock, emptyValue, type Nesting } from "./schema";

/** Merges the computed values of the prior state into a configuration, as Terraform does before it asks for a plan. */
export function proposedNew(block: CoreBlock, prior: Value, config: Value): Value {
  if (config === null && prior === null) return null;
  return mergedBlock(block, prior ?? emptyValue(block), config);
}

/** Merges a value of the same shape. */
type Merge = (prior: Value, config: Value) => Value;
/** True if the configuration of a set's element may have led to the prior element. */
type Derives = (prior: Value, config: Value) => boolean;

function mergedBlock(block: CoreBlock, prior: Value, config: Value): Value {
  if (!isRecord(config)) return prior;
  const merged = mergedAttributes(block.attributes, prior, config);
  for (const [name, nested] of Object.entries(block.blocks)) {
    const merge: Merge = (before, now) => proposedNew(nested.block, before, now);
    const derives: Derives = (before, now) => derivesBlock(nested.block, before, now);
    merged[name] = mergedItems(nested.nesting, merge, derives, at(prior, name), at(config, name));
  }
  return merged;
}

function mergedAttributes(attributes: CoreAttributes, prior: Value, config: Value): ValueRecord {
  const merged = Object.entries(attributes).map(
    ([name, attribute]) => [name, mergedAttribute(attribute, at(prior, name), at(config, name))] as const,
  );
  return record(Object.fromEntries(merged));
}

function mergedAttribute(attribute: CoreAttribute, prior: Value, config: Value): Value {
  if (attribute.computed && config === null)
    return attribute.optional && attribute.nested && hasConfigured(attribute.nested.attributes, prior)
      ? config
      : prior;
  if (!attribute.nested) return config;
  const { nesting, attributes } = attribute.nested;
  const merge: Merge = (before, now) => (now === null ? null : mergedAttributes(attributes, before, now));
  return mergedItems(nesting, merge, (before, now) => derives(attributes, before, now), prior, config);
}

function mergedItems(nesting: Nesting, merge: Merge, fits: Derives, prior: Value, config: Value): Value {
  if (config === UNKNOWN) return config;
  if (nesting === "group") return merge(prior, config);
  if (config === null) return null;
  if (nesting === "single") return merge(prior, config);
  if (nesting === "map") {
    const items = Object.entries(config as ValueRecord).map(([key, item]) => [
      key,
      merge(at(prior, key), item),
    ]);
    return record(Object.fromEntries(items));
  }
  const before = Array.isArray(prior) ? [...prior] : [];
  if (nesting === "list")
    return (config as Value[]).map((item, index) => {
      const old = before[index];
      return old === undefined ? item : merge(old, item);
    });
  return (config as Value[]).map((item) => {
    const index = before.findIndex((old) => fits(old, item));
    const [old = null] = index < 0 ? [] : before.splice(index, 1);
    return merge(old, item);
  });
}

/** True if a value has parts that only a configuration can have set. */
function hasConfigured(attributes: CoreAttributes, value: Value): boolean {
  if (Array.isArray(value)) return value.some((item) => hasConfigured(attributes, item));
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([name, part]) => {
    const attribute = attributes[name];
    if (part === null) return false;
    if (!attribute) return hasConfigured(attributes, part);
    return (
      !attribute.computed ||
      (attribute.nested !== undefined && hasConfigured(attribute.nested.attributes, part))
    );
  });
}

function derivesBlock({ attributes, blocks, type }: CoreBlock, prior: Value, config: Value): boolean {
  if (sameValue(type, prior, config)) return true;
  if (!derives(attributes, prior, config)) return false;
  return Object.entries(blocks).every(([name, { nesting, block }]) => {
    const [before, now]: [Value, Value] = [at(prior, name), at(config, name)];
    if (nesting === "single" || nesting === "group")
      return before === null || derivesBlock(block, before, now);
    if (nesting === "set") return sameValue(["set", block.type], before, now);
    if (!Array.isArray(before) || !Array.isArray(now) || before.length !== now.length) return false;
    return before.every((item, index) => derivesBlock(block, item, now[index] ?? null));
  });
}

function derives(attributes: CoreAttributes, prior: Value, config: Value): boolean {
  if (!isRecord(prior) || !isRecord(config)) return prior === config;
  return Object.entries(attributes).every(([name, { type, computed }]) => {
    const now = at(config, name);
    return sameValue(type, at(prior, name), now) || (computed && now === null);
  });
}

/** Returns a part of an object or a map; null if there is none. */
export function at(value: Value, name: string): Value {
  return isRecord(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null;
}
