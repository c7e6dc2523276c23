import {
  type Exchange,
  jsonReply,
  type Outcome,
  type Reply,
  type WholeReply,
  whole,
} from "../../domain/calls/exchange";
import type { JournaledRequest } from "../../domain/journal";
import type { EffectSide, FaultEffectBody, FaultMatchBody, FaultRequest } from "../requests/faults";

interface Fault {
  readonly id: string;
  readonly match: FaultMatchBody;
  readonly effect: FaultEffectBody;
}

/** The properties that a fault can match. */
type Matchable = Pick<JournaledRequest, "operation" | "method" | "path">;

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
    /** Returns the faults that apply to a request, in the order in which they were added, and counts the request. */
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

function matches({ operation, method, path }: FaultMatchBody, request: Matchable): boolean {
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

/** The side effects of faults: wait, or act outside the API. */
interface Asides {
  readonly error: Exchange["error"];
  delay(milliseconds: number): Promise<void>;
  hold(): Promise<unknown>;
  race(effect: Extract<FaultEffectBody, { kind: "race" }>): void;
}

/** Carries out `work` with the faults of a request. Effects before the work may replace it, effects after it may replace its response. */
export async function withFaults(
  faults: readonly Fault[],
  work: () => Outcome | Promise<Outcome>,
  asides: Asides,
): Promise<Outcome> {
  const instead = await outcomeOn("before", null, faults, asides);
  if (instead !== null) return instead;
  const outcome = await work();
  if ("reset" in outcome) return outcome;
  // A response may be produced while the work runs. Effects after the work wait for its end.
  const comesAfter = faults.some(({ effect }) => sideOf(effect) === "after");
  const reply = comesAfter ? await whole(outcome) : outcome;
  return (await outcomeOn("after", reply, faults, asides)) ?? reply;
}

/** Applies all effects before or after the operation. The first outcome counts. */
async function outcomeOn(
  side: EffectSide,
  reply: Reply | null,
  faults: readonly Fault[],
  asides: Asides,
): Promise<Outcome | null> {
  let outcome: Outcome | null = null;
  for (const { effect } of faults) {
    if (sideOf(effect) !== side) continue;
    const own = await apply(effect, reply, asides);
    outcome ??= own;
  }
  return outcome;
}

function sideOf(effect: FaultEffectBody): EffectSide {
  if (effect.kind === "damage") return "after";
  return "when" in effect && effect.when !== undefined && effect.when !== "before" ? "after" : "before";
}

/** Applies an effect. Returns the outcome that it causes, if any. */
async function apply(effect: FaultEffectBody, reply: Reply | null, asides: Asides): Promise<Outcome | null> {
  switch (effect.kind) {
    case "delay":
      await asides.delay(effect.milliseconds);
      return null;
    case "hold":
      await asides.hold();
      return null;
    case "race":
      asides.race(effect);
      return null;
    case "status":
      return statusReply(effect, asides.error);
    case "answer":
      return jsonReply(effect.status, effect.json, effect.headers);
    case "redirect":
      return { status: effect.status ?? 302, headers: { location: effect.location }, body: "" };
    case "error_in_200":
      return asides.error(200, effect.message ?? "The request is invalid");
    case "damage":
      return reply && damaged(effect.as, await whole(reply));
    case "reset":
      return { reset: effect.when === "midway" && reply ? await whole(reply) : null };
  }
}

const PLAIN = { "content-type": "text/plain" };
const HTML = {
  headers: { "content-type": "text/html" },
  body: "<!doctype html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>",
};

function damaged(as: "truncated" | "html" | "empty" | "wrong_content_type", reply: WholeReply): WholeReply {
  const damages: Record<typeof as, Partial<WholeReply>> = {
    truncated: { body: reply.body.slice(0, Math.floor(reply.body.length / 2)) },
    html: HTML,
    empty: { body: "" },
    wrong_content_type: { headers: PLAIN },
  };
  return { ...reply, ...damages[as] };
}

function statusReply(effect: Extract<FaultEffectBody, { kind: "status" }>, error: Asides["error"]): Reply {
  const { status, headers, body = "json", message = `A fault of the emulator answers ${status}` } = effect;
  const json = error(status, message);
  const text = { ...json, headers: PLAIN, body: message };
  const reply = body === "json" ? json : body === "text" ? text : damaged(body, json);
  return { ...reply, headers: { ...reply.headers, ...headers } };
}
