import { answersClone } from "../../api/comparison";
import type { CloningOperationRecord } from "../../api/records";
import type { CreateCloningOperationBody } from "../../api/requests";
import { records } from "../request/pages";
import { newestFirst, type WorkflowKind } from "./kind";
import {
  type CreateWorkflowOptions,
  createWorkflows,
  type WorkflowContext,
  type Workflows,
} from "./workflows";

type CloneWorkflows = Workflows<CloningOperationRecord, CreateCloningOperationBody>;

/** The cloning operations of clusters (docs/design/api-assumptions.md#clones). */
export interface Clones {
  /** All cloning operations of a cluster, newest first. */
  cloningOperations: CloneWorkflows["list"];
  /** See {@link Workflows.read}. */
  readCloningOperation: CloneWorkflows["read"];
  /** Requests a clone. See {@link Workflows.create}. */
  createCloningOperation(
    clusterId: string,
    body: CreateCloningOperationBody,
    options: CreateWorkflowOptions,
  ): Promise<CloningOperationRecord>;
  /** See {@link Workflows.cancel}. */
  cancelCloningOperation: CloneWorkflows["cancel"];
  /** See {@link Workflows.wait}. */
  waitForCloningOperation: CloneWorkflows["wait"];
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
