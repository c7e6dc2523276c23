import { MAX_PER_PAGE_NESTED } from "../../api/limits";
import { type Call, readBody, refuseProblems, visibleCluster } from "../call";
import type { StoredChange } from "../change";
import { answerChange, type ChangeAnswer } from "../changeAnswer";
import type { StoredCluster } from "../cluster";
import { Refusal } from "../refusal";
import { cancelProblems } from "../rules/cancel";
import type { Problem } from "../rules/fields";
import { readPage } from "../rules/query";
import { makeChange } from "../scheduling";
import { cancel, statusAt } from "../workflow";

/** listConfigurationChanges: the changes of one cluster, in pages of at most 10. */
export function listConfigurationChanges(call: Call): unknown {
  const { stored } = visibleCluster(call, call.params.cluster_id);
  const page = readPage(call.query, MAX_PER_PAGE_NESTED);
  if ("problems" in page) {
    refuseProblems(call, 400, page.problems);
    return null;
  }
  const from = (page.page - 1) * page.perPage;
  return {
    page: page.page,
    per_page: page.perPage,
    total: stored.changes.length,
    configuration_changes: ordered(call, stored)
      .slice(from, from + page.perPage)
      .map((change) => shown(call, change)),
  };
}

function ordered({ world }: Call, { changes }: StoredCluster): StoredChange[] {
  const { list_order: order } = world.assumptions;
  if (order === "by_id") return [...changes].sort((left, right) => (left.id < right.id ? -1 : 1));
  const oldestFirst = [...changes].sort((left, right) => left.createdAt - right.createdAt);
  return order === "oldest_first" ? oldestFirst : oldestFirst.reverse();
}

/** createConfigurationChange: 400 for the form, 402 without a payment method, and what the assumptions say. */
export function createConfigurationChange(call: Call): unknown {
  const { stored } = visibleCluster(call, call.params.cluster_id);
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
  const { stored } = visibleCluster(call, call.params.cluster_id);
  const change = stored.changes.find((one) => one.id === id);
  if (change === undefined) throw new Refusal(404, `Configuration change ${id} not found`);
  return change;
}

function shown({ world, now }: Call, change: StoredChange): ChangeAnswer {
  return answerChange(change, now, world.assumptions);
}
