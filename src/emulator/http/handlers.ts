import type { OperationId } from "../../api/operations";
import * as account from "../account/operations";
import { CHANGES } from "../changes/kind";
import { CLONES } from "../clones/kind";
import * as clusters from "../clusters/operations";
import * as invoices from "../invoices/operations";
import * as keys from "../keys/operations";
import * as metrics from "../metrics/operations";
import * as parameters from "../parameters/operations";
import { workflowOperations } from "../workflows/operations";
import type { Handler } from "./call";

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
