import { canBeClone } from "../../api/comparison";
import type { Answer, CloningOperationRecord } from "../../api/records";
import type { CreateCloningOperationBody } from "../../api/requests";
import { records } from "../request/pages";
import { newestFirst, type WorkflowKind } from "./kind";
import { createWorkflows, type WorkflowContext } from "./workflows";

const KIND: WorkflowKind<CloningOperationRecord, CreateCloningOperationBody> = {
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
  async post(call, clusterId, { body, mismatch }, options) {
    const input = {
      path: { cluster_id: clusterId },
      body: () => withoutEmpty(body()),
      mismatch: (answer: Answer<"createCloningOperation">) => mismatch(answer.cloning_operation),
    };
    return (await call("createCloningOperation", input, options)).cloning_operation;
  },
  async cancel(call, path, options) {
    const input = { path, body: { status: "canceled" } } as const;
    return (await call("cancelCloningOperation", input, options)).cloning_operation;
  },
  fits: canBeClone,
  beginsAt: () => null,
};

/** Returns undefined for an empty body, which is optional. */
function withoutEmpty(body: CreateCloningOperationBody): CreateCloningOperationBody | undefined {
  return Object.keys(body).length === 0 ? undefined : body;
}

/** The cloning operations of clusters (docs/design/api-assumptions.md#clones). */
export function createClones(context: WorkflowContext) {
  const { list, read, create, cancel, wait } = createWorkflows(KIND, context);
  return {
    /** Reads all cloning operations of a cluster, newest first. */
    cloningOperations: list,
    readCloningOperation: read,
    createCloningOperation: create,
    cancelCloningOperation: cancel,
    waitForCloningOperation: wait,
  };
}
