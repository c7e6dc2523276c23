import type { OperationId } from "../../api/operations";
import { getAccount } from "../account/account";
import { listClusterOptions } from "../account/options";
import {
  cancelConfigurationChange,
  createConfigurationChange,
  getConfigurationChange,
  listConfigurationChanges,
} from "../changes/operations";
import {
  cancelCloningOperation,
  createCloningOperation,
  getCloningOperation,
  listCloningOperations,
} from "../clones/operations";
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
import type { Handler } from "./call";

/** The 24 operations. */
export const HANDLERS: { readonly [Id in OperationId]: Handler } = {
  getAccount,
  listClusterOptions,
  listClusters,
  createCluster,
  getCluster,
  updateCluster,
  terminateCluster,
  listConfigurationChanges,
  createConfigurationChange,
  getConfigurationChange,
  cancelConfigurationChange,
  listCloningOperations,
  createCloningOperation,
  getCloningOperation,
  cancelCloningOperation,
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
