import { jsonReply, type Outcome, type Reply } from "../http/reply";
import type { Fault } from "./faults";
import type { FaultEffect, FaultSide } from "./request";

/** What a fault can do beside the operation: let time pass, or let somebody else act. */
export interface Asides {
  delay(milliseconds: number): Promise<void>;
  hold(): Promise<void>;
  race(effect: Extract<FaultEffect, { kind: "race" }>): void;
}

/** Carries out `work` as the faults of a request say: waits before, perhaps not at all, waits after, damages. */
export async function withFaults(
  faults: readonly Fault[],
  work: () => Reply,
  asides: Asides,
): Promise<Outcome> {
  const effects = faults.map(({ effect }) => effect);
  await pass(effects, "before", asides);
  const instead = effects.map((effect) => insteadOf(effect)).find((outcome) => outcome !== null);
  if (instead) return instead;
  const reply = work();
  await pass(effects, "after", asides);
  const spoiled = effects.map((effect) => spoil(effect, reply)).find((outcome) => outcome !== null);
  return spoiled ?? { kind: "reply", reply };
}

async function pass(effects: readonly FaultEffect[], side: FaultSide, asides: Asides): Promise<void> {
  for (const effect of effects) {
    if (effect.kind !== "delay" && effect.kind !== "hold" && effect.kind !== "race") continue;
    if ((effect.when ?? "before") !== side) continue;
    if (effect.kind === "race") asides.race(effect);
    else await (effect.kind === "delay" ? asides.delay(effect.milliseconds) : asides.hold());
  }
}

/** The outcome of a fault that keeps the operation from being carried out. */
function insteadOf(effect: FaultEffect): Outcome | null {
  switch (effect.kind) {
    case "status":
    case "answer":
      return (effect.when ?? "before") === "before" ? sent(faultReply(effect)) : null;
    case "reset":
      return (effect.when ?? "before") === "before" ? { kind: "reset", reply: null } : null;
    case "redirect":
      return sent({ status: effect.status ?? 302, headers: { location: effect.location }, body: "" });
    case "error_in_200":
      return sent(jsonReply(200, { success: false, message: effect.message ?? "The request is invalid" }));
    default:
      return null;
  }
}

/** The outcome of a fault that spoils the answer of an operation that was carried out. */
function spoil(effect: FaultEffect, reply: Reply): Outcome | null {
  switch (effect.kind) {
    case "status":
    case "answer":
      return sent(faultReply(effect));
    case "reset":
      return { kind: "reset", reply: effect.when === "midway" ? reply : null };
    case "damage":
      return sent(damaged(effect.as, reply));
    default:
      return null;
  }
}

const HTML =
  "<!doctype html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>";

function damaged(as: "truncated" | "html" | "empty" | "wrong_content_type", reply: Reply): Reply {
  switch (as) {
    case "truncated":
      return { ...reply, body: half(reply.body) };
    case "html":
      return { ...reply, headers: { "content-type": "text/html" }, body: HTML };
    case "empty":
      return { ...reply, body: "" };
    case "wrong_content_type":
      return { ...reply, headers: { "content-type": "text/plain" } };
  }
}

function faultReply(effect: Extract<FaultEffect, { kind: "status" | "answer" }>): Reply {
  const { status, headers } = effect;
  if (effect.kind === "answer") return jsonReply(status, effect.json, headers);
  const { body = "json", message = `A fault of the emulator answers ${status}` } = effect;
  const json = jsonReply(status, { success: false, message }, headers);
  switch (body) {
    case "json":
      return json;
    case "text":
      return { status, headers: { "content-type": "text/plain", ...headers }, body: message };
    default:
      return { ...damaged(body, json), headers: { ...damaged(body, json).headers, ...headers } };
  }
}

function half(body: string): string {
  return body.slice(0, Math.floor(body.length / 2));
}

function sent(reply: Reply): Outcome {
  return { kind: "reply", reply };
}
