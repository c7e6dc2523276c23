import type { OperationId } from "../../api/operations";
import type { OperationText } from "../../http/attempt";

const CORRECT = "Correct the configuration as the service says, then run again.";
const NOT_CONFIGURED =
  "Nothing in the configuration leads to this: check that base_url (or SEARCHCLOUD_BASE_URL) and dialect fit the service.";
const LATER = "The state of the account or the cluster forbids it at this time: run again later.";
const BUSY = "A cluster runs one change or clone at a time, and only while it is in service.";

const CLUSTER = "cluster {cluster_id}";
const CHANGE = "configuration change {id} of cluster {cluster_id}";
const CLONE = "cloning operation {id} of cluster {cluster_id}";
const PARAMETER = "server parameter {id} of cluster {cluster_id}";

const reading = (phrase: string, subject?: string): OperationText => ({
  phrase,
  invalid: NOT_CONFIGURED,
  refused: LATER,
  ...(subject !== undefined && { subject }),
});

const cancelling = (subject: string): OperationText => {
  const refused =
    "Only what is pending can be cancelled; what has begun runs to its end. Read its status, then run again.";
  return {
    phrase: `cancel ${subject}`,
    subject,
    untouched: "Nothing was cancelled.",
    invalid: refused,
    refused,
    lost: `Read the status of ${subject} before you run again.`,
  };
};

const TERMINATION_BLOCKED =
  "A change or a clone in progress may block the termination. Wait until it has ended, or cancel it, then run again.";

/** The texts of each operation (management API, Errors and States; docs/design/api-assumptions.md). */
export const OPERATION_TEXTS: Readonly<Record<OperationId, OperationText>> = {
  getAccount: reading("read the account"),
  listClusters: reading("list the clusters"),
  createCluster: {
    phrase: "create the cluster",
    untouched: "Nothing was created.",
    invalid: CORRECT,
    refused: `The service does not offer such a cluster: memory and vcpu must be a pair that it offers, and high_availability, search_delivery_network, the regions and the node counts must fit together. ${CORRECT}`,
    lost: "A cluster may have been created that is billed: look for it at the service before you run again.",
    created: {
      verb: "create",
      participle: "created",
      noun: "cluster",
      fits: "has this name",
      subject: "{named}",
      ifIds:
        "If it is, import it by its id (an import block, or terraform import); if it is not, rename it or let allow_duplicate_names permit a second one. Then run again.",
      ifNone:
        "Look for {named} at the service before you run again. If it is there, import it by its id; if it is not there, nothing was created.",
    },
  },
  getCluster: reading("read cluster {id}", "cluster {id}"),
  updateCluster: {
    phrase: "update cluster {id}",
    subject: "cluster {id}",
    untouched: "Nothing was changed.",
    invalid: CORRECT,
    refused:
      "The state of the cluster, or the requested value, forbids it. Wait until the cluster is in service, or correct the value, then run again.",
    lost: "Read the name and auto_upgrade_capacity of cluster {id} before you run again.",
  },
  getClusterMetrics: {
    phrase: "read the metrics of cluster {cluster_id}",
    subject: CLUSTER,
    invalid:
      "Check the names of the metrics, the window (1h, 3h, 24h, 7d, 30d) and the aggregation (avg, max, min, p95).",
    refused: LATER,
  },
  terminateCluster: {
    phrase: "terminate cluster {cluster_id}",
    subject: CLUSTER,
    untouched: "The cluster continues to run and to be billed.",
    invalid: TERMINATION_BLOCKED,
    refused: TERMINATION_BLOCKED,
    lost: "Unless cluster {cluster_id} is deprovisioning or terminated, it is still running and billed: read its status before you run again.",
  },
  issueClusterApiKeys: {
    phrase: "issue keys for cluster {cluster_id}",
    subject: CLUSTER,
    untouched: "No keys were issued.",
    invalid: NOT_CONFIGURED,
    refused: "Keys are issued only while the cluster is in service. Wait until it is, then run again.",
    lost: "An unknown pair of keys may have been issued. It stays valid until it is revoked, and running again issues another pair. List the keys at the cluster itself with an admin key of it (GET /keys of the data plane), and delete by its id each one that nobody uses (DELETE /keys/<id>).",
  },
  listConfigurationChanges: reading("list the configuration changes of cluster {cluster_id}", CLUSTER),
  createConfigurationChange: {
    phrase: "schedule a configuration change of cluster {cluster_id}",
    subject: CLUSTER,
    untouched: "Nothing was scheduled.",
    invalid: `The service refuses a second change beside one that is pending or in progress, and a moment in the past, in the same way. ${CORRECT}`,
    refused: `${BUSY} Wait until the change or the clone in progress has ended, or cancel it, then run again.`,
    lost: "Plan again before you apply again: the plan takes into account what is pending at the service, whoever scheduled it.",
    created: {
      verb: "schedule",
      participle: "scheduled",
      noun: "configuration change",
      fits: "fits the request",
      subject: "a configuration change of cluster {cluster_id}",
    },
  },
  getConfigurationChange: reading(`read ${CHANGE}`, CHANGE),
  cancelConfigurationChange: cancelling(CHANGE),
  listCloningOperations: reading("list the cloning operations of cluster {cluster_id}", CLUSTER),
  createCloningOperation: {
    phrase: "clone cluster {cluster_id}",
    subject: CLUSTER,
    untouched: "Nothing was cloned.",
    invalid: CORRECT,
    refused: `${BUSY} The requested region and version must be ones that the service offers. Wait until the change or the clone in progress has ended, or correct them, then run again.`,
    lost: "Each clone is a cluster of its own that is billed until it is terminated: look at the cloning operations of cluster {cluster_id} before you run again. If it is there, import it as {cluster_id}/<id>; if it is not, nothing was cloned.",
    created: {
      verb: "request",
      participle: "requested",
      noun: "cloning operation",
      fits: "fits the request",
      subject: "a clone of cluster {cluster_id}",
      ifIds:
        "Each clone is a cluster of its own that is billed until it is terminated: look first. If it is one of these, import it as {cluster_id}/<id> (an import block, or terraform import); if it is not, nothing was cloned, and you may run again.",
    },
  },
  getCloningOperation: reading(`read ${CLONE}`, CLONE),
  cancelCloningOperation: cancelling(CLONE),
  listServerConfigurationParameters: reading("list the server parameters of cluster {cluster_id}", CLUSTER),
  createServerConfigurationParameter: {
    phrase: "give cluster {cluster_id} the server parameter",
    subject: CLUSTER,
    untouched: "Nothing was set.",
    invalid: CORRECT,
    refused:
      "A cluster has one entry per name: if the parameter is set already, import it. If it is not, the service does not accept this name or this value, or the cluster is not in service.",
    lost: "Look at the server parameters of cluster {cluster_id} before you run again.",
    created: {
      verb: "set",
      participle: "set",
      noun: "server parameter",
      fits: "has this name",
      subject: "server parameter {subject} of cluster {cluster_id}",
      ifNone:
        "Look at the server parameters of the cluster before you run again: if it is there, import it as {cluster_id}/{name}; if it is not, nothing was set.",
    },
  },
  getServerConfigurationParameter: reading(`read ${PARAMETER}`, PARAMETER),
  updateServerConfigurationParameter: {
    phrase: `change ${PARAMETER}`,
    subject: PARAMETER,
    untouched: "The parameter keeps its value.",
    invalid: CORRECT,
    refused:
      "The service does not accept this value, or the cluster is not in service. Correct the value, or wait, then run again.",
    lost: `Read ${PARAMETER} before you run again.`,
  },
  deleteServerConfigurationParameter: {
    phrase: `delete ${PARAMETER}`,
    subject: PARAMETER,
    untouched: "The parameter stays set.",
    invalid: LATER,
    refused: "The state of the cluster forbids it. Wait until the cluster is in service, then run again.",
    lost: "Look at the server parameters of cluster {cluster_id} before you run again.",
  },
  listInvoices: reading("list the invoices"),
  getInvoice: reading("read invoice {id}", "invoice {id}"),
  listClusterOptions: reading("read the cluster options"),
};
