import { type Path, pathText } from "../wire/cty/error";
import type { CtyType } from "../wire/cty/type";
import { hasUnknown, isRecord, isUnknown, type Value, type ValueRecord } from "../wire/cty/value";
import { type Diagnostic, Diagnostics } from "./diagnostics";
import { type Attribute, type Block, type Fields, isBlock } from "./schema";

/** What is wrong with a configuration, where, and what to do. */
export interface Problem {
  readonly path: Path;
  readonly summary: string;
  readonly detail: string;
}

/**
 * One rule over several attributes. It runs only when all that it reads is known, so it never has to think of unknown
 * values; planning must nevertheless bear what it would refuse (`ignore_changes` can undo any rule).
 */
export interface Validator<Values> {
  readonly reads: readonly (keyof Values & string)[];
  readonly check: (values: Values) => Problem | readonly Problem[] | undefined;
}

const HIDDEN = "(sensitive value)";

/** Everything that is wrong with a configuration and shows without the service. Unknown values are not checked. */
export function validate(
  fields: Fields,
  validators: readonly Validator<ValueRecord>[],
  config: ValueRecord,
  diagnostics: Diagnostics,
): void {
  checkFields(fields, config, [], diagnostics);
  if (diagnostics.failed) return;
  for (const { reads, check } of validators) {
    if (reads.some((name) => hasUnknown(config[name]))) continue;
    const problems = [check(config) ?? []].flat();
    for (const { summary, detail, path } of problems) diagnostics.error(summary, detail, path);
  }
}

/** What {@link validate} says against the values of a configuration that nobody has written yet. */
export function problemsIn<Values extends object>(
  fields: Fields,
  validators: readonly Validator<Values>[],
  config: Values,
): readonly Diagnostic[] {
  const diagnostics = new Diagnostics();
  validate(
    fields,
    validators as readonly unknown[] as readonly Validator<ValueRecord>[],
    config as ValueRecord,
    diagnostics,
  );
  return diagnostics.items;
}

function checkFields(fields: Fields, values: ValueRecord, at: Path, diagnostics: Diagnostics): void {
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name] ?? null;
    const path = [...at, name];
    if (isBlock(field)) checkBlock(field, value, path, diagnostics);
    else if (value !== null) checkAttribute(field, value, path, diagnostics);
  }
}

function checkBlock(field: Block, value: Value, path: Path, diagnostics: Diagnostics): void {
  const items = field.block === "single" ? [{ at: path, item: value }] : partsOf(field.block, value, path);
  for (const { at, item } of items) if (isRecord(item)) checkFields(field.fields, item, at, diagnostics);
}

function checkAttribute(field: Attribute, value: Value, path: Path, diagnostics: Diagnostics): void {
  if (field.mode === "computed") {
    diagnostics.error(
      `${pathText(path)} cannot be set`,
      `The value of ${pathText(path)} comes from the service. Leave it out of the configuration.`,
      path,
    );
    return;
  }
  const invalid = (problem: string, at = path) =>
    diagnostics.error(`Invalid value for ${pathText(at)}`, `The value of ${pathText(at)} ${problem}.`, at);
  const misfits = field.type.exact ? [] : misfitsOf(field.type.cty, value, path);
  for (const { problem, at } of misfits) invalid(problem, at);
  if (misfits.length > 0 || hasUnknown(value)) return;
  const checks = (field.validators ?? []) as readonly ((value: Value) => string | undefined)[];
  for (const check of checks) {
    const problem = check(value);
    if (!problem) continue;
    invalid(field.sensitive ? withoutValue(problem, value) : problem);
    return;
  }
}

/** The sentence of a check about a sensitive value. */
function withoutValue(problem: string, value: Value): string {
  if (typeof value !== "string") return "is not valid; as it is sensitive, more is not shown";
  if (value === "") return problem;
  return problem.replaceAll(JSON.stringify(value), HIDDEN).replaceAll(value, HIDDEN);
}

/**
 * Where a resource could not see the value as its TypeScript type says: a number that JavaScript would round, and a null
 * among the members of a list, set or map.
 */
function misfitsOf(cty: CtyType, value: Value, at: Path): { readonly at: Path; readonly problem: string }[] {
  if (value === null || isUnknown(value)) return [];
  if (cty === "number" && typeof value !== "number")
    return [{ at, problem: "has more digits than it can have here" }];
  // No type of an attribute is a tuple.
  if (typeof cty === "string" || cty[0] === "tuple") return [];
  return partsOf(cty[0], value, at).flatMap(({ key, item, at }) => {
    if (cty[0] === "object") return misfitsOf(cty[1][key] ?? "dynamic", item, at);
    return item === null ? [{ at, problem: "must not be null" }] : misfitsOf(cty[1], item, at);
  });
}

/**
 * What no provider can have written into a state, and nothing can be done with: a null among the members of a list, set or map, or
 * among blocks, and a number that JavaScript would round. A state that somebody has edited, or another program has written, may have it.
 */
export function misfitsInState(
  fields: Fields,
  state: ValueRecord,
  above: Path = [],
): { readonly at: Path; readonly problem: string }[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value: Value = state[name] ?? null;
    const path = [...above, name];
    if (!isBlock(field)) return field.type.exact ? [] : misfitsOf(field.type.cty, value, path);
    if (value === null) return [];
    const items = field.block === "single" ? [{ at: path, item: value }] : partsOf(field.block, value, path);
    return items.flatMap(({ at, item }) =>
      isRecord(item) ? misfitsInState(field.fields, item, at) : [{ at, problem: "must not be null" }],
    );
  });
}

interface Part {
  readonly key: string;
  readonly item: Value;
  readonly at: Path;
}

/** The parts of a value. The members of a set have no position that a diagnostic could name: the path ends at the set. */
function partsOf(kind: Exclude<CtyType, string>[0], value: Value, path: Path): Part[] {
  const parts = Object.entries<Value>(Array.isArray(value) || isRecord(value) ? value : []);
  return parts.map(([key, item]) => ({
    key,
    item,
    at: kind === "set" ? path : [...path, stepTo(kind, key)],
  }));
}

function stepTo(kind: Exclude<CtyType, string>[0], key: string): Path[number] {
  if (kind === "map") return { key };
  return kind === "object" ? key : Number(key);
}
