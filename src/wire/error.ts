/** The way to a value: attribute names and map keys as strings, positions in lists, sets and tuples as numbers. */
export type ValuePath = readonly (string | number)[];

/**
 * Bytes, JSON or a value that do not have the form that their type asks for. The message names the place and the kinds
 * that met there, and never the value itself: it may be a secret.
 */
export class WireError extends Error {
  override readonly name = "WireError";

  constructor(
    readonly problem: string,
    readonly path: ValuePath = [],
  ) {
    super(path.length === 0 ? problem : `${pathText(path)}: ${problem}`);
  }

  /** The same problem, seen from one level further out. */
  within(step: string | number): WireError {
    return new WireError(this.problem, [step, ...this.path]);
  }
}

/** A path as people write it in a configuration: `regions[2].name`, `tags["a b"]`. */
export function pathText(path: ValuePath): string {
  return path.map(stepText).join("");
}

/**
 * Runs what reads or writes one part of a value; its error then names the part. The path is put together only when
 * something is wrong, so that the usual case pays nothing.
 */
export function inside<T>(step: string | number, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw within(step, error);
  }
}

/** What to throw when one part of a value has thrown: the same problem, which then names the part. */
export function within(step: string | number, error: unknown): unknown {
  return error instanceof WireError ? error.within(step) : error;
}

function stepText(step: string | number, index: number): string {
  if (typeof step === "number") return `[${step}]`;
  if (!/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(step)) return `[${JSON.stringify(step)}]`;
  return index === 0 ? step : `.${step}`;
}
