import { answersClone } from "../../api/comparison";
import type { CloningOperationRecord } from "../../api/records";
import type { CreateCloningOperationBody } from "../../api/requests";
import type { CallOptions } from "../request/operations";
import { records } from "../request/pages";
import type { Cancellation } from "./cancel";
import { newestFirst, type WorkflowKind } from "./kind";
import type { WorkflowWaitSpec } from "./wait";
import { type CreateWorkflowOptions, createWorkflows, type WorkflowContext } from "./workflows";

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
   * Requests a clone and answers with the record of the operation. A lost answer is resolved by reading; when that is not
   * possible, throws an ApiError of the kind `lost_write` with the `ids` in question. A refusal (400, 402, 409, 422) is
   * thrown as it is.
   */
  createCloningOperation(
    clusterId: string,
    body: CreateCloningOperationBody,
    options: CreateWorkflowOptions,
  ): Promise<CloningOperationRecord>;
  /** Cancels an operation, or says why that is too late. */
  cancelCloningOperation(
    clusterId: string,
    operationId: string,
    options: CallOptions,
  ): Promise<Cancellation<CloningOperationRecord>>;
  /**
   * Waits until the operation has ended, well or not, and answers with its record; the caller judges. Throws
   * WaitTimeout or Interrupted.
   */
  waitForCloningOperation(
    clusterId: string,
    operationId: string,
    spec: WorkflowWaitSpec<CloningOperationRecord>,
  ): Promise<CloningOperationRecord>;
}

const CLONE_KIND: WorkflowKind<CloningOperationRecord, CreateCloningOperationBody> = {
  noun: "cloning operation",
  cancelOperation: "cancelCloningOperation",
  twice: "doubled",
  async list(call, clusterId, options) {
    const read: CloningOperationRecord[] = [];
    const input = { path: { cluster_id: clusterId } };
    for await (const one of records(call, "listCloningOperations", input, options)) read.push(one);
    return newestFirst(read);
  },
  get: (call, path, options) => call("getCloningOperation", { path }, options),
  async post(call, clusterId, body, options) {
    const input = { path: { cluster_id: clusterId }, body: () => withoutEmpty(body()) };
    return (await call("createCloningOperation", input, options)).cloning_operation;
  },
  async cancel(call, path, options) {
    const input = { path, body: { status: "canceled" } };
    return (await call("cancelCloningOperation", input, options)).cloning_operation;
  },
  fits: answersClone,
  beginsAt: () => null,
};

/** The body is optional: where nothing is requested, nothing is sent. */
function withoutEmpty(body: CreateCloningOperationBody): CreateCloningOperationBody | undefined {
  return Object.keys(body).length === 0 ? undefined : body;
}

export function createClones(context: WorkflowContext): Clones {
  const workflows = createWorkflows(CLONE_KIND, context);
  return {
    cloningOperations: workflows.list,
    readCloningOperation: workflows.read,
    createCloningOperation: (clusterId, body, options) => workflows.create(clusterId, () => body, options),
    cancelCloningOperation: workflows.cancel,
    waitForCloningOperation: workflows.wait,
  };
}
