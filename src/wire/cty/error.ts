/** The path to a value: names of attributes and blocks as strings, positions as numbers, keys of maps as `{ key }`. */
export type Path = readonly PathStep[];
type PathStep = string | number | { readonly key: string };

/**
 * An error in bytes, JSON or a value that do not match their type. The message has the path and both kinds, and never the
 * value itself, which may be a secret.
 */
export class WireError extends Error {
  override readonly name = "WireError";

  constructor(
    readonly problem: string,
    readonly path: Path = [],
  ) {
    super(path.length === 0 ? problem : `${pathText(path)}: ${problem}`);
  }
}

/** Formats a path as it is written in a configuration: `regions[2].name`, `tags["a"]`. */
export function pathText(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === "string") return index === 0 ? step : `.${step}`;
      return `[${typeof step === "number" ? step : JSON.stringify(step.key)}]`;
    })
    .join("");
}

/**
 * Reads or writes one part of a value and adds the part to the path of an error. The path is built only after an error,
 * so that the usual case costs nothing.
 */
export function inside<T>(step: PathStep, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw within(step, error);
  }
}

/** Adds the step of a part to the path of the part's error. */
export function within(step: PathStep, error: unknown): unknown {
  return error instanceof WireError ? new WireError(error.problem, [step, ...error.path]) : error;
}
