import { jsonReply, type Outcome, type Reply } from "../http/reply";
import type { Fault } from "./faults";
import type { FaultEffect, FaultSide } from "./request";

/** What a fault can do beside the operation: let time pass, or let somebody else act. */
export interface Asides {
  delay(milliseconds: number): Promise<void>;
  hold(): Promise<void>;
  race(effect: Extract<FaultEffect, { kind: "race" }>): void;
}

/** Carries out `work` as the faults of a request say. What comes before it may replace it, what comes after its reply. */
export async function withFaults(
  faults: readonly Fault[],
  work: () => Reply,
  asides: Asides,
): Promise<Outcome> {
  const instead = await outcomeOn("before", null, faults, asides);
  if (instead !== null) return instead;
  const reply = work();
  return (await outcomeOn("after", reply, faults, asides)) ?? sent(reply);
}

/** Applies all effects of one side of the operation; of several outcomes the first one counts. */
async function outcomeOn(
  side: FaultSide,
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

function sideOf(effect: FaultEffect): FaultSide {
  if (effect.kind === "damage") return "after";
  if (effect.kind === "redirect" || effect.kind === "error_in_200") return "before";
  return effect.when === undefined || effect.when === "before" ? "before" : "after";
}

/** Does what an effect says, and answers what is sent because of it, if anything. */
async function apply(effect: FaultEffect, reply: Reply | null, asides: Asides): Promise<Outcome | null> {
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
      return sent(statusReply(effect));
    case "answer":
      return sent(jsonReply(effect.status, effect.json, effect.headers));
    case "redirect":
      return sent({ status: effect.status ?? 302, headers: { location: effect.location }, body: "" });
    case "error_in_200":
      return sent(jsonReply(200, { success: false, message: effect.message ?? "The request is invalid" }));
    case "damage":
      return reply && sent(damaged(effect.as, reply));
    case "reset":
      return { kind: "reset", reply: effect.when === "midway" ? reply : null };
  }
}

const HTML =
  "<!doctype html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>";

function damaged(as: "truncated" | "html" | "empty" | "wrong_content_type", reply: Reply): Reply {
  switch (as) {
    case "truncated":
      return { ...reply, body: reply.body.slice(0, Math.floor(reply.body.length / 2)) };
    case "html":
      return { ...reply, headers: { "content-type": "text/html" }, body: HTML };
    case "empty":
      return { ...reply, body: "" };
    case "wrong_content_type":
      return { ...reply, headers: { "content-type": "text/plain" } };
  }
}

function statusReply({
  status,
  headers,
  body = "json",
  message,
}: Extract<FaultEffect, { kind: "status" }>): Reply {
  const text = message ?? `A fault of the emulator answers ${status}`;
  const json = jsonReply(status, { success: false, message: text });
  if (body === "text") return { status, headers: { "content-type": "text/plain", ...headers }, body: text };
  const reply = body === "json" ? json : damaged(body, json);
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

function sent(reply: Reply): Outcome {
  return { kind: "reply", reply };
}
