import { sameValue } from "../../../src/wire/cty/equality";
import type { CtyType } from "../../../src/wire/cty/type";
import { isRecord, UNKNOWN, type Value, type ValueRecord } from "../../../src/wire/cty/value";
import { goString } from "./goString";
import { at } from "./proposed";
import type { CoreBlock } from "./schema";

/** Lists where a result differs from what was planned: every known planned value must come back. */
export function resultErrors(block: CoreBlock, planned: Value, actual: Value, path = ""): string[] {
  const root = path === "" ? "Root object " : `${path}: `;
  if (planned === null && actual !== null) return [`${root}was absent, but now present`];
  if (actual === null && planned !== null) return [`${root}was present, but now absent`];
  if (planned === null || planned === UNKNOWN) return [];
  const attributes = Object.entries(block.attributes).flatMap(([name, { type, sensitive }]) => {
    const errors = valueErrors(type, at(planned, name), at(actual, name), `${path}.${name}`);
    return sensitive && errors.length > 0
      ? [`${path}.${name}: inconsistent values for sensitive attribute`]
      : errors;
  });
  const blocks = Object.entries(block.blocks).flatMap(([name, { nesting, block: inner }]) => {
    const [before, after]: [Value, Value] = [at(planned, name), at(actual, name)];
    const where = `${path}.${name}`;
    if (nesting === "single" || nesting === "group") return resultErrors(inner, before, after, where);
    if (before === UNKNOWN || before === null || after === null || after === UNKNOWN) return [];
    if (nesting === "set")
      return setErrors(
        ["set", inner.type],
        before,
        after,
        where,
        (a, b) => resultErrors(inner, a, b, "?").length === 0,
      );
    const keys = Object.keys(before);
    if (keys.length !== Object.keys(after).length)
      return [`${where}: block count changed from ${keys.length} to ${Object.keys(after).length}`];
    return keys.flatMap((key) =>
      resultErrors(inner, item(before, key), item(after, key), `${where}[${key}]`),
    );
  });
  return [...attributes, ...blocks];
}

function valueErrors(type: CtyType, planned: Value, actual: Value, path: string): string[] {
  if (planned === UNKNOWN || sameValue(type, planned, actual)) return [];
  if (actual === null) return [`${path}: was ${goString(type, planned)}, but now null`];
  if (planned === null) return [`${path}: was null, but now ${goString(type, actual)}`];
  if (actual === UNKNOWN) return [`${path}: was known, but now unknown`];
  if (typeof type === "string")
    return [`${path}: was ${goString(type, planned)}, but now ${goString(type, actual)}`];
  const [kind, of] = type;
  if (kind === "set")
    return setErrors(type, planned, actual, path, (a, b) => valueErrors(of, a, b, path).length === 0);
  if (kind === "object")
    return Object.entries(of).flatMap(([name, one]) =>
      valueErrors(one, at(planned, name), at(actual, name), `${path}.${name}`),
    );
  const typeOf = (key: string) => (kind === "tuple" ? (of[Number(key)] ?? "dynamic") : of);
  const gone = Object.keys(planned).filter((key) => !Object.hasOwn(actual as object, key));
  const added = Object.keys(actual).filter((key) => !Object.hasOwn(planned as object, key));
  const kept = Object.keys(planned).filter((key) => !gone.includes(key));
  const name = (key: string) => (kind === "map" ? JSON.stringify(key) : key);
  return [
    ...gone.map((key) => `${path}: element ${name(key)} has vanished`),
    ...kept.flatMap((key) =>
      valueErrors(typeOf(key), item(planned, key), item(actual, key), `${path}[${name(key)}]`),
    ),
    ...added.map((key) => `${path}: new element ${name(key)} has appeared`),
  ];
}

function setErrors(
  type: CtyType,
  planned: Value,
  actual: Value,
  path: string,
  matches: (planned: Value, actual: Value) => boolean,
): string[] {
  const [before, after] = [items(planned), items(actual)];
  const of = Array.isArray(type) ? (type[1] as CtyType) : "dynamic";
  const lost = before.filter((one) => !after.some((other) => matches(one, other)));
  if (lost.length > 0)
    return lost.map(
      (one) =>
        `${path}: planned set element ${goString(of, one)} does not correlate with any element in actual`,
    );
  const added = after.filter((one) => !before.some((other) => matches(other, one)));
  const errors = added.map(
    (one) => `${path}: actual set element ${goString(of, one)} does not correlate with any element in plan`,
  );
  if (before.length < after.length)
    errors.push(`${path}: length changed from ${before.length} to ${after.length}`);
  return errors;
}

function items(value: Value): Value[] {
  return Array.isArray(value) ? value : [];
}

function item(value: Value, key: string): Value {
  if (Array.isArray(value)) return value[Number(key)] ?? null;
  return isRecord(value) ? ((value as ValueRecord)[key] ?? null) : null;
}
