import type { JournalEntry } from "../../domain/journal";
import type { FaultEffect, FaultMatch, FaultRequest } from "../requests/faults";

export interface Fault {
  readonly id: string;
  readonly match: FaultMatch;
  readonly effect: FaultEffect;
}

/** What a request is matched by. */
type Matchable = Pick<JournalEntry, "operation" | "method" | "path">;

export type Faults = ReturnType<typeof createFaults>;

export function createFaults() {
  let faults: (Fault & { seen: number; met: number })[] = [];
  let count = 0;
  return {
    add({ match = {}, effect }: FaultRequest): string {
      count += 1;
      const id = `fault-${count}`;
      faults.push({ id, match, effect, seen: 0, met: 0 });
      return id;
    },
    /** The faults that a request meets, in the order in which they were added; counts the request. */
    meet(request: Matchable): Fault[] {
      return faults.filter((fault) => {
        if (!matches(fault.match, request)) return false;
        fault.seen += 1;
        const { nth = 1, times = 1 } = fault.match;
        const hit = fault.seen >= nth && (times === 0 || fault.seen < nth + times);
        if (hit) fault.met += 1;
        return hit;
      });
    },
    list: (): (Fault & { met: number })[] =>
      faults.map(({ id, match, effect, met }) => ({ id, match, effect, met })),
    clear(): void {
      faults = [];
    },
  };
}

function matches({ operation, method, path }: FaultMatch, request: Matchable): boolean {
  if (operation !== undefined && operation !== request.operation) return false;
  if (method !== undefined && method.toUpperCase() !== request.method) return false;
  return path === undefined || pattern(path).test(request.path);
}

function pattern(path: string): RegExp {
  const parts = path.split(/(\*\*|\*)/).map((part) => {
    if (part === "**") return ".*";
    return part === "*" ? "[^/]*" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`);
}
