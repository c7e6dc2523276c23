/** The way to a value: names of attributes and blocks as strings, positions as numbers, keys of maps as `{ key }`. */
export type Path = readonly PathStep[];
export type PathStep = string | number | { readonly key: string };

/**
 * Bytes, JSON or a value that do not have the form of their type. The message names the place and the kinds that met
 * there, and never the value itself: it may be a secret.
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

/** A path as people write it in a configuration: `regions[2].name`, `tags["a"]`. */
export function pathText(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === "string") return index === 0 ? step : `.${step}`;
      return `[${typeof step === "number" ? step : JSON.stringify(step.key)}]`;
    })
    .join("");
}

/**
 * Runs what reads or writes one part of a value; its error then names the part. The path is put together only when
 * something is wrong, so that the usual case pays nothing.
 */
export function inside<T>(step: PathStep, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw within(step, error);
  }
}

/** What to throw when one part of a value has thrown: the same problem, which then names the part. */
export function within(step: PathStep, error: unknown): unknown {
  return error instanceof WireError ? new WireError(error.problem, [step, ...error.path]) : error;
}
