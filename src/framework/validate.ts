import { type Path, pathText } from "../wire/cty/error";
import type { CtyType } from "../wire/cty/type";
import { hasUnknown, isRecord, isUnknown, type Value, type ValueRecord } from "../wire/cty/value";
import type { Diagnostics } from "./diagnostics";
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

/** At least one of the attributes is set. */
export function atLeastOneOf<Values>(...names: (keyof Values & string)[]): Validator<Values> {
  return {
    reads: names,
    check: (values) =>
      names.some((name) => values[name] !== null)
        ? undefined
        : {
            path: [],
            summary: `Missing ${names.join(" or ")}`,
            detail: `Set at least one of ${names.map((name) => `"${name}"`).join(" and ")}.`,
          },
  };
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
  for (const problem of problemsOf(validators, config)) {
    diagnostics.error(problem.summary, problem.detail, problem.path);
  }
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
  if (typeof cty === "string") return [];
  const isFixed = cty[0] === "object" || cty[0] === "tuple";
  return partsOf(cty[0], value, at).flatMap(({ key, item, at }) => {
    if (item === null && !isFixed) return [{ at, problem: "must not be null" }];
    return misfitsOf(partType(cty, key), item, at);
  });
}

function partType(cty: Exclude<CtyType, string>, key: string): CtyType {
  if (cty[0] === "object") return cty[1][key] ?? "dynamic";
  return cty[0] === "tuple" ? (cty[1][Number(key)] ?? "dynamic") : cty[1];
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

/** All the problems of a configuration, from every validator whose attributes are known. */
function problemsOf(validators: readonly Validator<ValueRecord>[], config: ValueRecord): Problem[] {
  return validators.flatMap((validator) => {
    if (validator.reads.some((name) => hasUnknown(config[name]))) return [];
    return [validator.check(config) ?? []].flat();
  });
}
