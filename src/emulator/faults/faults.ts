import type { OperationId } from "../../api/operations";
import type { OutsideAction } from "../control/races";

/** Which requests a fault meets. All that is given must hold. */
export interface FaultMatch {
  operation?: OperationId;
  method?: string;
  /** Path relative to the base URL; `*` stands for any part of one segment, `**` for anything. */
  path?: string;
  /** The first matching request that it meets, counted from 1 since it was added. @default 1 */
  nth?: number;
  /** How many matching requests it meets from there on; 0: all. @default 1 */
  times?: number;
}

/**
 * What happens instead. `when` says whether the operation is carried out first (`after`) or not at all (`before`,
 * the default); for `delay`, `hold` and `race` it is carried out in any case, and `when` says on which side of it.
 */
export type FaultEffect =
  | {
      kind: "status";
      status: number;
      /** `json`: an Error body with `message`. `truncated`: half of that. @default "json" */
      body?: "json" | "html" | "empty" | "truncated" | "text";
      message?: string;
      headers?: Record<string, string>;
      when?: FaultSide;
    }
  /** The operation's own answer, damaged: cut in the middle of the JSON, or sent as HTML. Always carried out. */
  | { kind: "damage"; as: "truncated" | "html" | "empty" | "wrong_content_type" }
  /** Any answer, as it is. */
  | { kind: "answer"; status: number; json: unknown; headers?: Record<string, string>; when?: FaultSide }
  /** The connection is broken; `midway` after the head and half of the body. */
  | { kind: "reset"; when?: FaultSide | "midway" }
  /** Waits so many real milliseconds. */
  | { kind: "delay"; milliseconds: number; when?: FaultSide }
  /** Waits until the holds are released. */
  | { kind: "hold"; when?: FaultSide }
  /** Somebody else acts, on `cluster` or the one that the request addresses; the operation is carried out too. */
  | { kind: "race"; do: OutsideAction; cluster?: string; when?: FaultSide }
  | { kind: "redirect"; location: string; status?: number }
  /** Status 200 with an Error body. */
  | { kind: "error_in_200"; message?: string };

export type FaultSide = "before" | "after";

export interface FaultRequest {
  match?: FaultMatch;
  effect: FaultEffect;
}

export interface Fault {
  readonly id: string;
  readonly match: FaultMatch;
  readonly effect: FaultEffect;
}

/** What a request is matched by. */
export interface Matchable {
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
}

export interface Faults {
  add(request: FaultRequest): string;
  /** The faults that a request meets, in the order in which they were added; counts the request. */
  meet(request: Matchable): Fault[];
  list(): readonly (Fault & { met: number })[];
  clear(): void;
}

export function createFaults(): Faults {
  let faults: (Fault & { seen: number; met: number })[] = [];
  let count = 0;
  return {
    add({ match = {}, effect }) {
      count += 1;
      const id = `fault-${count}`;
      faults.push({ id, match, effect, seen: 0, met: 0 });
      return id;
    },
    meet(request) {
      return faults.filter((fault) => {
        if (!matches(fault.match, request)) return false;
        fault.seen += 1;
        const { nth = 1, times = 1 } = fault.match;
        const hit = fault.seen >= nth && (times === 0 || fault.seen < nth + times);
        if (hit) fault.met += 1;
        return hit;
      });
    },
    list: () => faults.map(({ id, match, effect, met }) => ({ id, match, effect, met })),
    clear() {
      faults = [];
    },
  };
}

/** Whether a request is one that a fault counts. */
export function matches(match: FaultMatch, request: Matchable): boolean {
  if (match.operation !== undefined && match.operation !== request.operation) return false;
  if (match.method !== undefined && match.method.toUpperCase() !== request.method) return false;
  return match.path === undefined || pattern(match.path).test(request.path);
}

function pattern(path: string): RegExp {
  const parts = path.split(/(\*\*|\*)/).map((part) => {
    if (part === "**") return ".*";
    return part === "*" ? "[^/]*" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`);
}
