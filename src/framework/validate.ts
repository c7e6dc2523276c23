import { type Path, pathText } from "../wire/cty/error";
import type { CtyType } from "../wire/cty/type";
import { hasUnknown, isRecord, UNKNOWN, type Value, type ValueRecord } from "../wire/cty/value";
import type { Diagnostics } from "./diagnostics";
import { type Attribute, type Block, type Fields, isBlock } from "./schema";
import type { Type } from "./type";

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
  const items: [Path, Value][] = field.block === "single" ? [[path, value]] : itemsOf(field, value, path);
  for (const [at, item] of items) if (isRecord(item)) checkFields(field.fields, item, at, diagnostics);
}

/** The elements of a set have no position that a diagnostic could name: the path ends at the set. */
function itemsOf(field: Block, value: Value, path: Path): [Path, Value][] {
  if (Array.isArray(value))
    return value.map((item, index) => [field.block === "set" ? path : [...path, index], item]);
  return isRecord(value) ? Object.entries(value).map(([key, item]) => [[...path, { key }], item]) : [];
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
  const fits = checkFit(field.type, field.type.cty, value, path, diagnostics);
  if (!fits || hasUnknown(value)) return;
  const checks = (field.validators ?? []) as readonly ((value: Value) => string | undefined)[];
  for (const check of checks) {
    const problem = check(value);
    if (!problem) continue;
    diagnostics.error(
      `Invalid value for ${pathText(path)}`,
      `The value of ${pathText(path)} ${field.sensitive ? withoutValue(problem, value) : problem}.`,
      path,
    );
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
 * Whether a resource can see the value as its TypeScript type says: a number that JavaScript would round, and a null
 * among the members of a list, set or map, are refused.
 */
function checkFit(type: Type, cty: CtyType, value: Value, path: Path, diagnostics: Diagnostics): boolean {
  if (type.exact || value === null || value === UNKNOWN) return true;
  const refuse = (detail: string, at: Path) => {
    diagnostics.error(
      `Invalid value for ${pathText(at)}`,
      detail.replace("$", () => pathText(at)),
      at,
    );
    return false;
  };
  if (cty === "number" && typeof value !== "number")
    return refuse(`The number given for ${pathText(path)} has more digits than it can have here.`, path);
  if (typeof cty === "string") return true;
  const parts = Object.entries(isRecord(value) || Array.isArray(value) ? value : {});
  const fitting = parts.filter(([key, item]) => {
    const inner = partType(cty, key);
    const at = partPath(cty, path, key);
    if (item === null && isCollection(cty))
      return refuse(`The value of ${pathText(at)} must not be null.`, at);
    return !inner || checkFit({ cty: inner }, inner, item, at, diagnostics);
  });
  return fitting.length === parts.length;
}

function isCollection(cty: Exclude<CtyType, string>): boolean {
  return cty[0] === "list" || cty[0] === "set" || cty[0] === "map";
}

function partPath(cty: Exclude<CtyType, string>, path: Path, key: string): Path {
  if (cty[0] === "set") return path;
  if (cty[0] === "map") return [...path, { key }];
  return [...path, cty[0] === "object" ? key : Number(key)];
}

function partType(cty: Exclude<CtyType, string>, key: string): CtyType | undefined {
  if (cty[0] === "object") return cty[1][key];
  return cty[0] === "tuple" ? cty[1][Number(key)] : cty[1];
}

/** All the problems of a configuration, from every validator whose attributes are known. */
function problemsOf(validators: readonly Validator<ValueRecord>[], config: ValueRecord): Problem[] {
  return validators.flatMap((validator) => {
    if (validator.reads.some((name) => hasUnknown(config[name]))) return [];
    return [validator.check(config) ?? []].flat();
  });
}
