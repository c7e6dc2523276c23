import { parseJson } from "../../domain/rules/body";
import type { LimitRule } from "../../domain/store/data";
import { jsonOf, type NodeCall, NodeRefusalError, type NodeReply, ok } from "../call";
import { ruleOf } from "./rule";

/** The server puts this JSON between quotes, so the response is not valid JSON. */
const INVALID = '{"message": "Invalid ID"}';

export function listLimits({ data }: NodeCall): NodeReply {
  return ok([...data.limits.rules.values()].map(({ shown }) => shown));
}

/** Lists bans, which the emulator never imposes. */
export const listActiveLimits = (): NodeReply => ok([]);

export function listExceededLimits({ data }: NodeCall): NodeReply {
  return ok(
    [...data.limits.exceeded].map(([counter, exceeded]) => {
      const [api_key = "", ...ip] = counter.split("_");
      return { ...exceeded, api_key, ip: ip.join("_") };
    }),
  );
}

export function createLimit(call: NodeCall): NodeReply {
  const { limits } = call.data;
  const rule = ruleOf(limits.nextId, jsonOf(call));
  limits.rules.set(limits.nextId, rule);
  limits.nextId += 1;
  return ok({ message: "Rule added successfully.", rule: rule.shown });
}

export function getLimit(call: NodeCall): NodeReply {
  return ok(addressed(call)[1].shown);
}

export function upsertLimit(call: NodeCall): NodeReply {
  const id = idOf(call);
  let body: unknown;
  try {
    body = parseJson(call.body.text);
  } catch {
    throw new NodeRefusalError(400, "Invalid JSON");
  }
  addressed(call);
  const rule = ruleOf(id, body);
  call.data.limits.rules.set(id, rule);
  return ok({ message: "Rule updated successfully.", rule: rule.shown });
}

export function deleteLimit(call: NodeCall): NodeReply {
  const [id] = addressed(call);
  call.data.limits.rules.delete(id);
  return ok({ id });
}

export function deleteActiveLimit(call: NodeCall): NodeReply {
  idOf(call);
  throw new NodeRefusalError(400, INVALID);
}

export function deleteExceededLimit(call: NodeCall): NodeReply {
  const id = idOf(call);
  const { counts, exceeded } = call.data.limits;
  const counter = [...exceeded].find(([, one]) => one.id === id)?.[0];
  if (counter === undefined) throw new NodeRefusalError(400, INVALID);
  counts.delete(counter);
  exceeded.delete(counter);
  return ok({ id });
}

function addressed(call: NodeCall): readonly [id: number, rule: LimitRule] {
  const id = idOf(call);
  const rule = call.data.limits.rules.get(id);
  if (rule === undefined) throw new NodeRefusalError(404, "Not Found");
  return [id, rule];
}

function idOf({ params }: NodeCall): number {
  const { id = "" } = params;
  if (!/^\d+$/.test(id) || Number(id) >= 2 ** 32) throw new NodeRefusalError(400, INVALID);
  return Number(id);
}
