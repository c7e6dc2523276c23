import type { AssumptionRow } from "./row";

const TERMINATION = "docs/design/api-assumptions.md#limits (any of them, in any order, for any time)";

/** What the documents leave open about clusters. */
export const CLUSTER_ROWS = {
  provisioning_seconds: {
    question:
      "How long does a cluster take until it is in service? 0 means 240 to 360 s, fixed per cluster id.",
    alternatives: [0, 1, 3600],
    default: 0,
    kind: "seconds",
    source: "management API, States and transitions (usually 4 to 6 minutes)",
  },
  termination_path: {
    question: "What does a read answer after terminate, one after the other? The last one stays.",
    alternatives: [
      "deprovisioning,terminated,404",
      "deprovisioning,404",
      "404",
      "terminated,404",
      "terminated,deprovisioning,404",
      "404,deprovisioning,terminated,404",
      "deprovisioning,terminated",
      "deprovisioning",
    ],
    default: "deprovisioning,terminated,404",
    kind: "choice",
    source: TERMINATION,
  },
  termination_step_seconds: {
    question: "How long does each answer of termination_path last, but for the last?",
    alternatives: [0, 60, 86400],
    default: 60,
    kind: "seconds",
    source: TERMINATION,
  },
  terminated_listed: {
    question: "Are terminated clusters in the list while they can be read?",
    alternatives: ["yes", "no"],
    default: "yes",
    kind: "choice",
    source: "docs/design/api-assumptions.md#limits",
  },
  second_terminate: {
    question: "What does terminate answer for a cluster that is already going away?",
    alternatives: ["422", "201", "404"],
    default: "422",
    kind: "choice",
    source: "docs/design/api-assumptions.md#contradictions",
  },
  update_validation_failure: {
    question:
      "How does an invalid PATCH of a cluster answer: with its status, or with 200 and an Error body?",
    alternatives: ["status", "200"],
    default: "status",
    kind: "choice",
    source: "management API, Request bodies, updateCluster",
  },
  update_before_service: {
    question: "Is a PATCH accepted before the cluster is in service?",
    alternatives: ["accepted", "422"],
    default: "accepted",
    kind: "choice",
    source: "management API, Errors (422: the resource state prevents the operation)",
  },
  configuration_failure: {
    question:
      "Which status has a well-formed create or change whose configuration cannot be (pair, topology, GPU, disk)?",
    alternatives: ["422", "400"],
    default: "422",
    kind: "choice",
    source: "management API, Errors (400 and 422 both fit)",
  },
  listed_after_seconds: {
    question: "How long after its creation does a cluster appear in the list?",
    alternatives: [0, 30],
    default: 0,
    kind: "seconds",
    source: "management API, Endpoints (no word about consistency)",
  },
  region_node_counts: {
    question: "For which clusters is region_node_counts filled when read?",
    alternatives: ["all", "several_regions", "none"],
    default: "all",
    kind: "choice",
    source: "management API, Cluster (object or null)",
  },
  regions_order: {
    question: "In which order are the live nodes' regions answered?",
    alternatives: ["changing", "sorted"],
    default: "changing",
    kind: "choice",
    source: "docs/design/api-assumptions.md#topology",
  },
  regions_before_service: {
    question: "Which regions are answered before the cluster is in service?",
    alternatives: ["growing", "all", "none"],
    default: "growing",
    kind: "choice",
    source: "docs/design/api-assumptions.md#topology (regions lag)",
  },
  hostnames_before_service: {
    question: "Is hostnames left out or null when the cluster is not in service?",
    alternatives: ["absent", "null"],
    default: "absent",
    kind: "choice",
    source: "management API, Cluster (object or null, optional)",
  },
  server_version_before_service: {
    question: "Is search_server_version answered before the cluster is in service?",
    alternatives: ["value", "null"],
    default: "value",
    kind: "choice",
    source: "management API, Cluster (string or null)",
  },
  latest_server_version: {
    question: "Which version does a cluster get when none is asked for?",
    alternatives: ["30.2", "31.0"],
    default: "30.2",
    kind: "text",
    source: "docs/design/api-assumptions.md#topology",
  },
  server_version_prefix: {
    question: "Is a leading part of a version (30) taken as the newest that begins so (30.2)?",
    alternatives: ["resolved", "422"],
    default: "resolved",
    kind: "choice",
    source: "management API, createCluster (search_server_version: string)",
  },
} as const satisfies Record<string, AssumptionRow>;
