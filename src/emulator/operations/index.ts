import type { OperationId } from "../../api/operations";
import type { Handler } from "../call";
import { getAccount } from "./account";
import { issueClusterApiKeys } from "./apiKeys";
import {
  cancelConfigurationChange,
  createConfigurationChange,
  getConfigurationChange,
  listConfigurationChanges,
} from "./changes";
import {
  cancelCloningOperation,
  createCloningOperation,
  getCloningOperation,
  listCloningOperations,
} from "./clones";
import { createCluster, getCluster, listClusters, terminateCluster, updateCluster } from "./clusters";
import { getInvoice, listInvoices } from "./invoices";
import { getClusterMetrics } from "./metrics";
import { listClusterOptions } from "./options";
import {
  createServerConfigurationParameter,
  deleteServerConfigurationParameter,
  getServerConfigurationParameter,
  listServerConfigurationParameters,
  updateServerConfigurationParameter,
} from "./parameters";

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
