import { answersClone } from "../../api/comparison";
import type { OperationId } from "../../api/operations";
import type { Answer, CloningOperationRecord } from "../../api/records";
import type { CreateCloningOperationBody } from "../../api/requests";
import { isApiError } from "../messages/error";
import type { WorkflowWords } from "../messages/unresolved";
import type { Call } from "../request/call";
import type { CallOptions } from "../request/operations";
import { records } from "../request/pages";
import type { ServerClock } from "../request/serverClock";
import type { SettlingContext } from "../resolve/settling";
import { type WaitSpec, wait } from "../waits/wait";
import { cancelWorkflow } from "./cancel";
import { type CreateWorkflowOptions, createWorkflow } from "./create";
import { newestFirst, type WorkflowKnowledge } from "./record";
import { type WorkflowWaitSpec, workflowWait } from "./wait";

export type CreateCloneOptions = CreateWorkflowOptions;

/** A wait for the end of a cloning operation, which begins as soon as the service gets to it. */
export type CloneWaitSpec = WorkflowWaitSpec<CloningOperationRecord> &
  Pick<WaitSpec<CloningOperationRecord>, "firstLookAfter">;

/**
 * How a cancellation went: the operation is cancelled, by this call or before it; it has begun, or the service does not
 * cancel it any more, so that it goes on; it has ended otherwise; or it answers 404 (gone, *or* not visible to this key).
 */
export type CloneCancellation =
  | { readonly kind: "canceled" | "begun" | "ended"; readonly operation: CloningOperationRecord }
  | { readonly kind: "missing" };

/** The cloning operations of clusters (docs/design/api-assumptions.md#clones). */
export interface Clones {
  /** All cloning operations of a cluster, newest first. */
  cloningOperations(clusterId: string, options: CallOptions): Promise<readonly CloningOperationRecord[]>;
  /** One operation; null for 404, which means gone *or* not visible to this key, or not visible yet. */
  readCloningOperation(
    clusterId: string,
    operationId: string,
    options: CallOptions,
  ): Promise<CloningOperationRecord | null>;
  /**
   * Asks for a clone and answers with the record of the operation. A lost answer is settled by reading; when that is not
   * possible, throws an ApiError of the kind `lost_write` with the `ids` in question. A refusal (400, 402, 409, 422) is
   * thrown as it is.
   */
  createCloningOperation(
    clusterId: string,
    body: CreateCloningOperationBody,
    options: CreateCloneOptions,
  ): Promise<CloningOperationRecord>;
  /** Cancels an operation, or says why that is too late. */
  cancelCloningOperation(
    clusterId: string,
    operationId: string,
    options: CallOptions,
  ): Promise<CloneCancellation>;
  /**
   * Waits until the operation has ended, well or not, and answers with its record; the caller judges. Throws
   * WaitTimeout or Interrupted.
   */
  waitForCloningOperation(
    clusterId: string,
    operationId: string,
    spec: CloneWaitSpec,
  ): Promise<CloningOperationRecord>;
}

export interface ClonesContext extends SettlingContext {
  readonly call: Call;
  readonly baseUrl: string;
  readonly serverClock: ServerClock;
  readonly knowledge: WorkflowKnowledge<CloningOperationRecord>;
}

const NOUN = "cloning operation";
const atOnce = () => null;

export function createClones(context: ClonesContext): Clones {
  const { call, knowledge } = context;

  const get = (clusterId: string, operationId: string, options: CallOptions) =>
    call("getCloningOperation", { path: { cluster_id: clusterId, id: operationId } }, options);

  const cloningOperations: Clones["cloningOperations"] = async (clusterId, options) => {
    const read: CloningOperationRecord[] = [];
    const input = { path: { cluster_id: clusterId } };
    for await (const one of records(call, "listCloningOperations", input, options)) read.push(one);
    return newestFirst(read);
  };

  const readCloningOperation: Clones["readCloningOperation"] = async (clusterId, operationId, options) => {
    try {
      return await get(clusterId, operationId, options);
    } catch (error) {
      if (isApiError(error, "not_found")) return null;
      throw error;
    }
  };

  return {
    cloningOperations,
    readCloningOperation,
    createCloningOperation(clusterId, given, options) {
      const { signal } = options;
      const request = {
        clusterId,
        body: () => given,
        async post(body: () => CreateCloningOperationBody) {
          const input = { path: { cluster_id: clusterId }, body: () => withoutEmpty(body()) };
          return (await call("createCloningOperation", input, { signal })).cloning_operation;
        },
        list: () => cloningOperations(clusterId, { signal }),
        fits: answersClone,
        words: wordsFor(clusterId),
        mayDouble: true,
      };
      return createWorkflow(context, knowledge.of(clusterId), request, options);
    },
    async cancelCloningOperation(clusterId, operationId, options) {
      const path = { cluster_id: clusterId, id: operationId };
      const cancel = {
        operation: "cancelCloningOperation" as const,
        noun: NOUN,
        path,
        async send() {
          const input = { path, body: { status: "canceled" } };
          return (await call("cancelCloningOperation", input, options)).cloning_operation;
        },
        read: () => readCloningOperation(clusterId, operationId, options),
        beginsAt: atOnce,
      };
      const outcome = await cancelWorkflow(context, cancel, options);
      return outcome.kind === "missing" ? outcome : { kind: outcome.kind, operation: outcome.record };
    },
    async waitForCloningOperation(clusterId, operationId, { firstLookAfter = 0, ...spec }) {
      const look = (signal: AbortSignal) => get(clusterId, operationId, { signal, purpose: "wait" });
      const waiting = workflowWait(spec, null, { ...context, look, beginsAt: atOnce });
      const ended = await wait({ ...waiting, firstLookAfter }, context);
      if (ended === null) throw new Error("A wait for a cloning operation ended without one");
      return ended;
    },
  };
}

/** The body is optional: where nothing is asked for, nothing is sent. */
function withoutEmpty(body: CreateCloningOperationBody): CreateCloningOperationBody | undefined {
  return Object.keys(body).length === 0 ? undefined : body;
}

function wordsFor(clusterId: string): WorkflowWords {
  return {
    noun: NOUN,
    subject: `a clone of cluster ${clusterId}`,
    verb: "make",
    participle: "asked for",
    nextMove: (ids) =>
      ids.length > 0
        ? `It may be: ${ids.join(", ")}. If it is, import it as ${clusterId}/<id> (an import block, or terraform import); if it is not, nothing was made, and you may run again. Look first: each clone is a cluster of its own that is billed until it is terminated.`
        : `Look at the cloning operations of cluster ${clusterId} before you run again: if it is there, import it as ${clusterId}/<id>; if it is not, nothing was made. Each clone is a cluster of its own that is billed until it is terminated.`,
  };
}

/** The cloning operations that an answer holds. */
export function clonesIn<Id extends OperationId>(
  id: Id,
  answer: Answer<Id>,
): readonly CloningOperationRecord[] {
  switch (id) {
    case "listCloningOperations":
      return (answer as Answer<"listCloningOperations">).cloning_operations;
    case "getCloningOperation":
      return [answer as Answer<"getCloningOperation">];
    case "createCloningOperation":
    case "cancelCloningOperation":
      return [(answer as Answer<"createCloningOperation">).cloning_operation];
    default:
      return [];
  }
}
