import { readFileSync } from "node:fs";

/**
 * The id under which root's files show. It is 0, but in a user namespace of Linux that has no root of its own (a sandbox, some
 * containers): there all ids from outside, root's among them, show as one, and nobody inside can tell them apart.
 * @param read the text of a file. Tests pass another in.
 */
export function administrator(read: (path: string) => string = (path) => readFileSync(path, "utf8")): number {
  try {
    const ranges = read("/proc/self/uid_map").trim().split("\n");
    if (ranges.some((range) => Number(range.trim().split(/\s+/)[0]) === 0)) return 0;
    return Number(read("/proc/sys/kernel/overflowuid"));
  } catch {
    // Not Linux.
    return 0;
  }
}
