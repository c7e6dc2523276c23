import { MAX_PER_PAGE_NESTED } from "../../api/limits";
import { type Call, parentCluster, readBody, refuseProblems } from "../http/call";
import { ordered, paged } from "../http/listing";
import { Refusal } from "../http/refusal";
import { cancelProblems } from "../rules/cancel";
import type { Problem } from "../rules/fields";
import { cancel, statusAt } from "../workflows/life";
import { answerChange, type ChangeAnswer } from "./answer";
import { makeChange } from "./create";
import type { StoredChange } from "./record";

/** listConfigurationChanges: the changes of one cluster, in pages of at most 10. */
export function listConfigurationChanges(call: Call): unknown {
  const { stored } = parentCluster(call);
  const records = ordered(stored.changes, call.world.assumptions.list_order);
  return paged(call, "configuration_changes", MAX_PER_PAGE_NESTED, records, (change) => shown(call, change));
}

/** createConfigurationChange: 400 for the form, 402 without a payment method, and what the assumptions say. */
export function createConfigurationChange(call: Call): unknown {
  const { stored } = parentCluster(call);
  const refuse = (status: number, problems: readonly Problem[]) => refuseProblems(call, status, problems);
  const change = makeChange(call.world, stored, readBody(call), { now: call.now, refuse });
  return { success: true, configuration_change: shown(call, change) };
}

/** getConfigurationChange */
export function getConfigurationChange(call: Call): unknown {
  return shown(call, addressed(call));
}

/** cancelConfigurationChange: only while it is pending. */
export function cancelConfigurationChange(call: Call): unknown {
  const change = addressed(call);
  refuseProblems(call, 400, cancelProblems(readBody(call)));
  const status = statusAt(change, call.now);
  if (status !== "pending") {
    const words = `Configuration change ${change.id} is ${status}; only a pending one can be canceled`;
    throw new Refusal(Number(call.world.assumptions.cancel_too_late), words);
  }
  cancel(change, call.now);
  return { success: true, configuration_change: shown(call, change) };
}

/** @throws Refusal 404 when the cluster is not visible, or has no such change. */
function addressed(call: Call): StoredChange {
  const { id } = call.params;
  const { stored } = parentCluster(call);
  const change = stored.changes.find((one) => one.id === id);
  if (change === undefined) throw new Refusal(404, `Configuration change ${id} not found`);
  return change;
}

function shown({ world, now }: Call, change: StoredChange): ChangeAnswer {
  return answerChange(change, now, world.assumptions);
}
