import type { OperationId } from "../../api/operations";

/** Each operation in words, with its path parameters in braces; follows "Could not …". */
const PHRASES: Readonly<Record<OperationId, string>> = {
  getAccount: "read the account",
  listClusters: "list the clusters",
  createCluster: "create the cluster",
  getCluster: "read cluster {id}",
  updateCluster: "update cluster {id}",
  getClusterMetrics: "read the metrics of cluster {cluster_id}",
  terminateCluster: "terminate cluster {cluster_id}",
  issueClusterApiKeys: "issue keys for cluster {cluster_id}",
  listConfigurationChanges: "list the configuration changes of cluster {cluster_id}",
  createConfigurationChange: "schedule a configuration change of cluster {cluster_id}",
  getConfigurationChange: "read configuration change {id} of cluster {cluster_id}",
  cancelConfigurationChange: "cancel configuration change {id} of cluster {cluster_id}",
  listCloningOperations: "list the cloning operations of cluster {cluster_id}",
  createCloningOperation: "clone cluster {cluster_id}",
  getCloningOperation: "read cloning operation {id} of cluster {cluster_id}",
  cancelCloningOperation: "cancel cloning operation {id} of cluster {cluster_id}",
  listServerConfigurationParameters: "list the server parameters of cluster {cluster_id}",
  createServerConfigurationParameter: "give cluster {cluster_id} the server parameter",
  getServerConfigurationParameter: "read server parameter {id} of cluster {cluster_id}",
  updateServerConfigurationParameter: "change server parameter {id} of cluster {cluster_id}",
  deleteServerConfigurationParameter: "delete server parameter {id} of cluster {cluster_id}",
  listInvoices: "list the invoices",
  getInvoice: "read invoice {id}",
  listClusterOptions: "read the cluster options",
};

/** What an operation was meant to do, as in "read cluster abc". */
export function phrase(operation: OperationId, path: Readonly<Record<string, string>>): string {
  return fill(PHRASES[operation], path);
}

/** A text with the path parameters that stand in braces filled in. */
export function fill(text: string, path: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? "");
}
