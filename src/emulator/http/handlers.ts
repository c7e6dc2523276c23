import type { OperationId } from "../../api/operations";
import * as account from "../domain/account/operations";
import type { Handler } from "../domain/calls/call";
import { CHANGES } from "../domain/changes/kind";
import { CLONES } from "../domain/clones/kind";
import * as clusters from "../domain/clusters/operations";
import * as invoices from "../domain/invoices/operations";
import * as keys from "../domain/keys/operations";
import * as metrics from "../domain/metrics/operations";
import * as parameters from "../domain/parameters/operations";
import { workflowOperations } from "../domain/workflows/operations";

const changes = workflowOperations(CHANGES);
const clones = workflowOperations(CLONES);

/** The 24 operations: a concept's `operations.ts` exports its handlers, called as the operations are, and no more. */
export const HANDLERS: { readonly [Id in OperationId]: Handler } = {
  ...account,
  ...clusters,
  ...invoices,
  ...keys,
  ...metrics,
  ...parameters,
  listConfigurationChanges: changes.list,
  createConfigurationChange: changes.create,
  getConfigurationChange: changes.get,
  cancelConfigurationChange: changes.cancel,
  listCloningOperations: clones.list,
  createCloningOperation: clones.create,
  getCloningOperation: clones.get,
  cancelCloningOperation: clones.cancel,
};
