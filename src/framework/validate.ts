import { type Path, pathText } from "../wire/cty/error";
import type { CtyType } from "../wire/cty/type";
import { hasUnknown, isRecord, isUnknown, type Value, type ValueRecord } from "../wire/cty/value";
import { type Diagnostic, Diagnostics } from "./diagnostics";
import { type Attribute, type Block, type Fields, isBlock, isSensitive } from "./schema";

/** A mistake in a configuration: the place, and the remedy. */
export interface Problem {
  readonly path: Path;
  readonly summary: string;
  readonly detail: string;
}

/**
 * One rule over several attributes. It runs only if everything that it reads is known, so it never sees unknown values.
 * Planning must nevertheless accept configurations that a rule rejects, because `ignore_changes` can undo any rule.
 */
export interface Validator<Values> {
  readonly reads: readonly (keyof Values & string)[];
  readonly check: (values: Values) => Problem | readonly Problem[] | undefined;
}

const HIDDEN = "(sensitive value)";

/** Reports every mistake in a configuration that can be found without the service. Unknown values are not checked. */
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

/** Returns the diagnostics of {@link validate} for values that are not in any configuration yet. */
export function findProblems<Values extends object>(
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
    // Terraform only asks for the argument, and accepts null for it: that of a variable without a value (docs/design/protocol.md#values).
    else if (field.mode === "required") {
      const name = pathText(path);
      diagnostics.error(
        `Missing value for ${name}`,
        `${name} is required, and its value is null. Set it.`,
        path,
      );
    }
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
  const misfits = field.type.exact ? [] : typeMismatches(field.type.cty, value, path);
  for (const { problem, at } of misfits) invalid(problem, at);
  if (misfits.length > 0 || hasUnknown(value)) return;
  const checks = (field.validators ?? []) as readonly ((value: Value) => string | undefined)[];
  for (const check of checks) {
    const problem = check(value);
    if (!problem) continue;
    invalid(isSensitive(field) ? withoutValue(problem, value) : problem);
    return;
  }
}

/** Removes a sensitive value from the sentence of a check. */
function withoutValue(problem: string, value: Value): string {
  if (typeof value !== "string") return "is not valid; it is sensitive, so more is not shown";
  if (value === "") return problem;
  return problem.replaceAll(JSON.stringify(value), HIDDEN).replaceAll(value, HIDDEN);
}

/**
 * Finds the places where a value does not fit its TypeScript type: a number that JavaScript would round, and a null
 * member of a list, set or map.
 */
function typeMismatches(
  cty: CtyType,
  value: Value,
  at: Path,
): { readonly at: Path; readonly problem: string }[] {
  if (value === null || isUnknown(value)) return [];
  if (cty === "number" && typeof value !== "number")
    return [{ at, problem: "has more digits than it can have here" }];
  // No attribute has a tuple type.
  if (typeof cty === "string" || cty[0] === "tuple") return [];
  return partsOf(cty[0], value, at).flatMap(({ key, item, at }) => {
    if (cty[0] === "object") return typeMismatches(cty[1][key] ?? "dynamic", item, at);
    return item === null ? [{ at, problem: "must not be null" }] : typeMismatches(cty[1], item, at);
  });
}

/**
 * Finds values that no provider can have written into a state: a null member of a list, set or map, a null among
 * blocks, and a number that JavaScript would round. A state that a person or another program has edited may have them.
 */
export function stateMismatches(
  fields: Fields,
  state: ValueRecord,
  above: Path = [],
): { readonly at: Path; readonly problem: string }[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value: Value = state[name] ?? null;
    const path = [...above, name];
    if (!isBlock(field)) return field.type.exact ? [] : typeMismatches(field.type.cty, value, path);
    if (value === null) return [];
    const items = field.block === "single" ? [{ at: path, item: value }] : partsOf(field.block, value, path);
    return items.flatMap(({ at, item }) =>
      isRecord(item) ? stateMismatches(field.fields, item, at) : [{ at, problem: "must not be null" }],
    );
  });
}

interface Part {
  readonly key: string;
  readonly item: Value;
  readonly at: Path;
}

/** Returns the parts of a value. Members of a set have no position that a diagnostic could name, so their path ends at the set. */
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
