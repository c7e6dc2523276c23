import type { TestWorld } from "../world";
import type { Act } from "./act";
import { ACTS } from "./acts";

/** The acts of {@link ACTS} as methods, without the world that they act on. */
export type Control = {
  readonly [Name in keyof typeof ACTS]: (typeof ACTS)[Name]["run"] extends (
    world: TestWorld,
    ...args: infer Arguments
  ) => infer Answer
    ? (...args: Arguments) => Answer
    : never;
};

export function createControl(world: TestWorld): Control {
  const methods = Object.entries<Act>(ACTS).map(([name, { run }]) => [
    name,
    (...args: never[]) => run(world, ...args),
  ]);
  return Object.fromEntries(methods) as Control;
}
