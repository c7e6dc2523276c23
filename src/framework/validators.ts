import type { Path } from "../wire/cty/error";
import type { ValueRecord } from "../wire/cty/value";
import { hasUnknown } from "../wire/cty/value";

/** What is wrong with a configuration, where, and what to do. */
export interface Problem {
  readonly path: Path;
  readonly summary: string;
  readonly detail: string;
}

/**
 * One rule over several fields. It is asked only when all that it reads is known, so it never has to think of unknown
 * values; planning must nevertheless bear what it would refuse (`ignore_changes` can undo any rule).
 */
export interface Validator<Values> {
  readonly reads: readonly (keyof Values & string)[];
  readonly check: (values: Values) => Problem | readonly Problem[] | undefined;
}

/** At least one of the fields is set. */
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

/** All the problems of a configuration, from every rule whose fields are known. */
export function brokenRules(rules: readonly Validator<ValueRecord>[], config: ValueRecord): Problem[] {
  return rules.flatMap((rule) => {
    if (rule.reads.some((name) => hasUnknown(config[name]))) return [];
    return [rule.check(config) ?? []].flat();
  });
}
