import type { OperationId } from "../../api/operations";
import { fill } from "./phrases";

/** What a failed operation means for the person who asked for it; path parameters in braces. */
interface Remedy {
  /** What may not be there when the answer is 404; absent where no id is in the path. */
  readonly subject?: string;
  /** How a refused write has left things. */
  readonly untouched?: string;
  /** 400: who has to correct what. */
  readonly invalid: string;
  /** 409 and 422: the state or the configuration that it needs. */
  readonly refused: string;
  /** Where to look when nobody knows what became of a write. */
  readonly lost?: string;
}

const CORRECT = "Correct the configuration as the service says, then run again.";
const NOT_CONFIGURED =
  "Nothing in the configuration leads to this: check that base_url (or SEARCHCLOUD_BASE_URL) and dialect fit the service.";
const LATER = "The state of the account or the cluster forbids it at this time: run again later.";
const BUSY = "A cluster does one thing at a time, and only while it is in service:";

const reading = (subject?: string): Remedy => ({
  invalid: NOT_CONFIGURED,
  refused: LATER,
  ...(subject === undefined ? {} : { subject }),
});

const CLUSTER = "cluster {cluster_id}";
const CHANGE = "configuration change {id} of cluster {cluster_id}";
const CLONE = "cloning operation {id} of cluster {cluster_id}";
const PARAMETER = "server parameter {id} of cluster {cluster_id}";

const cancelling = (subject: string): Remedy => {
  const refused =
    "Only what is pending can be cancelled: what has begun goes on to its end. Read its status.";
  return {
    subject,
    untouched: `Nothing was cancelled.`,
    invalid: refused,
    refused,
    lost: `Read the status of ${subject} before you run again.`,
  };
};

/** By operation (management API, Errors and States; docs/design/api-assumptions.md). */
const REMEDIES: Readonly<Record<OperationId, Remedy>> = {
  getAccount: reading(),
  listClusters: reading(),
  createCluster: {
    untouched: "Nothing was created.",
    invalid: CORRECT,
    refused: `The service does not make such a cluster: memory and vcpu must be a pair that it offers, and high_availability, search_delivery_network, the regions and the node counts must fit together. ${CORRECT}`,
    lost: "A cluster may have been created that is billed: look for it at the service before you run again.",
  },
  getCluster: reading("cluster {id}"),
  updateCluster: {
    subject: "cluster {id}",
    untouched: "Nothing was changed.",
    invalid: CORRECT,
    refused:
      "The state of the cluster, or the value asked for, forbids it. Wait until the cluster is in service, or correct the value, then run again.",
    lost: "Read cluster {id} before you run again: its name and auto_upgrade_capacity tell.",
  },
  getClusterMetrics: {
    subject: CLUSTER,
    invalid:
      "Check the names of the metrics, the window (1h, 3h, 24h, 7d, 30d) and the aggregation (avg, max, min, p95).",
    refused: LATER,
  },
  terminateCluster: {
    subject: CLUSTER,
    untouched: "The cluster goes on, and is billed.",
    invalid:
      "Something at the cluster may hold it up, as a change or a clone on its way does. Wait until that has ended, or cancel it, then run again.",
    refused:
      "Something at the cluster holds it up, as a change or a clone on its way does. Wait until that has ended, or cancel it, then run again.",
    lost: "Read the status of cluster {cluster_id} before you run again: unless it is deprovisioning or terminated, it goes on and is billed.",
  },
  issueClusterApiKeys: {
    subject: CLUSTER,
    untouched: "No keys were issued.",
    invalid: NOT_CONFIGURED,
    refused: "Keys are issued only while the cluster is in service. Wait until it is, then run again.",
    lost: "A pair of keys may have been issued that nobody has seen. It stays valid until it is revoked: list the keys at the cluster itself with an admin key of it (GET /keys of the data plane), and delete by its id each one that nobody uses (DELETE /keys/<id>). Running again issues another pair.",
  },
  listConfigurationChanges: reading(CLUSTER),
  createConfigurationChange: {
    subject: CLUSTER,
    untouched: "Nothing was scheduled.",
    invalid: `${CORRECT} A change that is on its way already, and a moment in the past, are refused in the same way.`,
    refused: `${BUSY} wait until the change or the clone on its way has ended, or cancel it, then run again.`,
    lost: "A change may have been scheduled: look at the configuration changes of cluster {cluster_id} before you run again.",
  },
  getConfigurationChange: reading(CHANGE),
  cancelConfigurationChange: cancelling(CHANGE),
  listCloningOperations: reading(CLUSTER),
  createCloningOperation: {
    subject: CLUSTER,
    untouched: "Nothing was cloned.",
    invalid: CORRECT,
    refused: `${BUSY} wait until the change or the clone on its way has ended, then run again. The region and the version asked for must be ones that the service offers.`,
    lost: "A clone may have been made that is billed: look at the cloning operations of cluster {cluster_id} before you run again.",
  },
  getCloningOperation: reading(CLONE),
  cancelCloningOperation: cancelling(CLONE),
  listServerConfigurationParameters: reading(CLUSTER),
  createServerConfigurationParameter: {
    subject: CLUSTER,
    untouched: "Nothing was set.",
    invalid: CORRECT,
    refused:
      "A cluster has one entry per name: if the parameter is set already, import it. If it is not, the service does not take this name or this value, or the cluster is not in service.",
    lost: "Look at the server parameters of cluster {cluster_id} before you run again.",
  },
  getServerConfigurationParameter: reading(PARAMETER),
  updateServerConfigurationParameter: {
    subject: PARAMETER,
    untouched: "The parameter keeps its value.",
    invalid: CORRECT,
    refused:
      "The service does not take this value, or the cluster is not in service. Correct the value, or wait, then run again.",
    lost: "Read the parameter before you run again.",
  },
  deleteServerConfigurationParameter: {
    subject: PARAMETER,
    untouched: "The parameter stays set.",
    invalid: LATER,
    refused: "The state of the cluster forbids it. Wait until the cluster is in service, then run again.",
    lost: "Look at the server parameters of cluster {cluster_id} before you run again.",
  },
  listInvoices: reading(),
  getInvoice: reading("invoice {id}"),
  listClusterOptions: reading(),
};

/** The remedies of one operation, its path parameters filled in. */
export function remedyOf(operation: OperationId, path: Readonly<Record<string, string>>): Remedy {
  const entries = Object.entries(REMEDIES[operation]).map(([key, text]) => [key, fill(text, path)]);
  return Object.fromEntries(entries) as Remedy;
}
