import type { OperationId } from "../../api/operations";
import { getAccount, listClusterOptions } from "../account/operations";
import { CHANGES } from "../changes/kind";
import { CLONES } from "../clones/kind";
import {
  createCluster,
  getCluster,
  listClusters,
  terminateCluster,
  updateCluster,
} from "../clusters/operations";
import { getInvoice, listInvoices } from "../invoices/operations";
import { issueClusterApiKeys } from "../keys/operations";
import { getClusterMetrics } from "../metrics/operations";
import {
  createServerConfigurationParameter,
  deleteServerConfigurationParameter,
  getServerConfigurationParameter,
  listServerConfigurationParameters,
  updateServerConfigurationParameter,
} from "../parameters/operations";
import { workflowOperations } from "../workflows/operations";
import type { Handler } from "./call";

const changes = workflowOperations(CHANGES);
const clones = workflowOperations(CLONES);

/** The 24 operations. */
export const HANDLERS: { readonly [Id in OperationId]: Handler } = {
  getAccount,
  listClusterOptions,
  listClusters,
  createCluster,
  getCluster,
  updateCluster,
  terminateCluster,
  listConfigurationChanges: changes.list,
  createConfigurationChange: changes.create,
  getConfigurationChange: changes.get,
  cancelConfigurationChange: changes.cancel,
  listCloningOperations: clones.list,
  createCloningOperation: clones.create,
  getCloningOperation: clones.get,
  cancelCloningOperation: clones.cancel,
  listServerConfigurationParameters,
  createServerConfigurationParameter,
  getServerConfigurationParameter,
  updateServerConfigurationParameter,
  deleteServerConfigurationParameter,
  issueClusterApiKeys,
  getClusterMetrics,
  listInvoices,
  getInvoice,
};
