/** The deepest nesting of an answer. No record of the service comes near it, so code that reads records may recurse. */
export const DEEPEST_ANSWER = 64;

/** The deepest nesting of JSON in a configuration. An answer nests it a few levels deeper, and must stay readable. */
export const DEEPEST_CONFIGURED = 56;

/** True if JSON has objects or lists more than `levels` deep in each other. */
export function isDeeperThan(json: unknown, levels: number): boolean {
  let level: unknown[] = [json];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap((value) => Object.values(value ?? {})).filter((item) => typeof item === "object");
  }
  return false;
}
