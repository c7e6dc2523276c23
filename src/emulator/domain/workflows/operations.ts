import { MAX_PER_PAGE_NESTED } from "../../../api/limits";
import { type Call, jsonBody, refusalFor } from "../calls/call";
import { paged } from "../calls/listing";
import { parentCluster } from "../clusters/visible";
import { checkBody, oneOf, strict } from "../rules/fields";
import { Refusal } from "../rules/refusal";
import { cancel, type StoredWorkflow, statusAt } from "../store/workflow";
import { createWorkflow } from "./create";
import type { WorkflowKind } from "./kind";

/** The rules of a cancel (docs/design/api-assumptions.md#values). */
const CANCEL = { schema: strict({ status: oneOf(["canceled"]) }) };

/** The four operations of a kind of workflow. */
export function workflowOperations<Stored extends StoredWorkflow>(kind: WorkflowKind<Stored>) {
  const [recordKey, listKey] = kind.keys;
  const noun = kind.noun.replace(/^./, (letter) => letter.toUpperCase());
  const shown = ({ world, now }: Call, stored: Stored) => kind.answer(stored, now, world.assumptions);
  const addressed = (call: Call): Stored => {
    const { id } = call.params;
    const found = kind.of(parentCluster(call).stored).find((one) => one.id === id);
    if (found === undefined) throw new Refusal(404, `${noun} ${id} not found`);
    return found;
  };
  return {
    /** Those of one cluster, in pages of at most 10. */
    list(call: Call): unknown {
      const { stored } = parentCluster(call);
      return paged(call, listKey, MAX_PER_PAGE_NESTED, kind.of(stored), (one) => shown(call, one));
    },
    create(call: Call): unknown {
      const { world, key, now } = call;
      const { stored: cluster } = parentCluster(call);
      const created = createWorkflow(world, kind, cluster, jsonBody(call, kind.bodyOptional), {
        now,
        refusal: refusalFor(call),
        by: { user_name: key.name, user_type: "API Key" },
        key: key.key,
      });
      return { success: true, [recordKey]: shown(call, created) };
    },
    get: (call: Call): unknown => shown(call, addressed(call)),
    /** Only while it is pending. */
    cancel(call: Call): unknown {
      const stored = addressed(call);
      checkBody(CANCEL, jsonBody(call), refusalFor(call));
      const status = statusAt(stored, call.now);
      if (status !== "pending") {
        const words = `${noun} ${stored.id} is ${status}; only a pending one can be canceled`;
        throw new Refusal(Number(kind.statuses(call.world.assumptions).tooLate), words);
      }
      cancel(stored, call.now);
      return { success: true, [recordKey]: shown(call, stored) };
    },
  };
}
