/** @throws Error with the message, unless it holds: what was given, what is allowed, what to do. */
export function check(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(message);
}
