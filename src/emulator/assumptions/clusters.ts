import { choice, seconds, text } from "./row";

const TERMINATION = "docs/design/api-assumptions.md#limits (any of them, in any order, for any time)";

/** What the documents leave open about clusters. */
export const CLUSTER_ROWS = {
  provisioning_seconds: seconds(
    "How long does a cluster take until it is in service? 0 means 240 to 360 s, fixed per cluster id.",
    [0, 1, 3600],
    "management API, States and transitions (usually 4 to 6 minutes)",
  ),
  termination_path: choice(
    "What does a read answer after terminate, one after the other? The last one stays.",
    [
      "deprovisioning,terminated,404",
      "deprovisioning,404",
      "404",
      "terminated,404",
      "terminated,deprovisioning,404",
      "404,deprovisioning,terminated,404",
      "deprovisioning,terminated",
      "deprovisioning",
    ],
    TERMINATION,
  ),
  termination_step_seconds: seconds(
    "How long does each answer of termination_path last, but for the last?",
    [60, 0, 86400],
    TERMINATION,
  ),
  terminated_listed: choice(
    "Are terminated clusters in the list while they can be read?",
    ["yes", "no"],
    "docs/design/api-assumptions.md#limits",
  ),
  second_terminate: choice(
    "What does terminate answer for a cluster that is being terminated already?",
    ["422", "201", "404"],
    "docs/design/api-assumptions.md#contradictions",
  ),
  update_validation_failure: choice(
    "How is an invalid PATCH of a cluster answered: with its status, or with 200 and an Error body?",
    ["status", "200"],
    "management API, Request bodies, updateCluster",
  ),
  cluster_name_limit: choice(
    "How many characters may the name of a cluster have?",
    ["none", "255"],
    "management API, Request bodies (no limit is shown)",
  ),
  update_before_service: choice(
    "Is a PATCH accepted before the cluster is in service?",
    ["accepted", "422"],
    "management API, Errors (422: the resource state prevents the operation)",
  ),
  configuration_failure: choice(
    "Which status answers a well-formed create or change whose configuration cannot be built (pair, topology, GPU, disk)?",
    ["422", "400"],
    "management API, Errors (400 and 422 both fit)",
  ),
  listed_after_seconds: seconds(
    "How long after its creation does a cluster appear in the list?",
    [0, 30],
    "management API, Endpoints (no word about consistency)",
  ),
  region_node_counts: choice(
    "For which clusters is region_node_counts filled when read?",
    ["all", "several_regions", "none"],
    "management API, Cluster (object or null)",
  ),
  regions_order: choice(
    "In which order are the regions of the live nodes answered?",
    ["changing", "sorted"],
    "docs/design/api-assumptions.md#topology",
  ),
  regions_before_service: choice(
    "Which regions are answered before the cluster is in service?",
    ["growing", "all", "none"],
    "docs/design/api-assumptions.md#topology (regions lag)",
  ),
  hostnames_before_service: choice(
    "Is hostnames left out or null when the cluster is not in service?",
    ["absent", "null"],
    "management API, Cluster (object or null, optional)",
  ),
  server_version_before_service: choice(
    "Is search_server_version answered before the cluster is in service?",
    ["value", "null"],
    "management API, Cluster (string or null)",
  ),
  latest_server_version: text(
    "Which version does a cluster get when none is requested?",
    ["30.2", "31.0"],
    "docs/design/api-assumptions.md#topology",
  ),
  server_version_prefix: choice(
    "Is a leading part of a version (30) taken as the newest that begins so (30.2)?",
    ["resolved", "422"],
    "management API, createCluster (search_server_version: string)",
  ),
};
