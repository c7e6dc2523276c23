import { MAX_PER_PAGE_NESTED } from "../../api/limits";
import { type Call, parentCluster, readBody, readOptionalBody, refuseProblems } from "../http/call";
import { ordered, paged } from "../http/listing";
import { Refusal } from "../http/refusal";
import { cancelProblems } from "../rules/cancel";
import type { Problem } from "../rules/fields";
import { cancel, statusAt } from "../workflows/life";
import { answerClone, type CloneAnswer } from "./answer";
import { makeClone } from "./create";
import type { StoredClone } from "./record";

/** listCloningOperations: the clones of one cluster, in pages of at most 10. */
export function listCloningOperations(call: Call): unknown {
  const { stored } = parentCluster(call);
  const records = ordered(stored.clones, call.world.assumptions.list_order);
  return paged(call, "cloning_operations", MAX_PER_PAGE_NESTED, records, (clone) => shown(call, clone));
}

/** createCloningOperation: 400 for the form, 402 without a payment method, and what the assumptions say. */
export function createCloningOperation(call: Call): unknown {
  const { world, key, now } = call;
  const { stored } = parentCluster(call);
  const refuse = (status: number, problems: readonly Problem[]) => refuseProblems(call, status, problems);
  const made_by = { user_name: key.name, user_type: "API Key" };
  const clone = makeClone(world, stored, readOptionalBody(call), { now, refuse, made_by, key: key.key });
  return { success: true, cloning_operation: shown(call, clone) };
}

/** getCloningOperation */
export function getCloningOperation(call: Call): unknown {
  return shown(call, addressed(call));
}

/** cancelCloningOperation: only while it is pending. */
export function cancelCloningOperation(call: Call): unknown {
  const clone = addressed(call);
  refuseProblems(call, 400, cancelProblems(readBody(call)));
  const status = statusAt(clone, call.now);
  if (status !== "pending") {
    const words = `Cloning operation ${clone.id} is ${status}; only a pending one can be canceled`;
    throw new Refusal(Number(call.world.assumptions.clone_cancel_too_late), words);
  }
  cancel(clone, call.now);
  return { success: true, cloning_operation: shown(call, clone) };
}

/** @throws Refusal 404 when the cluster is not visible, or has no such clone. */
function addressed(call: Call): StoredClone {
  const { id } = call.params;
  const clone = parentCluster(call).stored.clones.find((one) => one.id === id);
  if (clone === undefined) throw new Refusal(404, `Cloning operation ${id} not found`);
  return clone;
}

function shown({ world, now }: Call, clone: StoredClone): CloneAnswer {
  return answerClone(clone, now, world.assumptions);
}
