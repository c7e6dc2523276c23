import { choice, seconds, text } from "./row";

/** What the documents leave open about clusters. */
export const CLUSTER_ROWS = {
  provisioning_seconds: seconds(
    [0, 1, 3600],
    "How long does a cluster take until it is in service? 0 means 240 to 360 s, fixed per cluster id.",
  ),
  termination_path: choice(
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
    "What does a read answer after terminate, one after the other? The last one stays.",
  ),
  termination_step_seconds: seconds(
    [60, 0, 86400],
    "How long does each answer of termination_path last, but for the last?",
  ),
  terminated_listed: choice(["yes", "no"], "Are terminated clusters in the list while they can be read?"),
  second_terminate: choice(
    ["422", "201", "404"],
    "What does terminate answer for a cluster that is being terminated already?",
  ),
  update_validation_failure: choice(
    ["status", "200"],
    "How is an invalid PATCH of a cluster answered: with its status, or with 200 and an Error body?",
  ),
  cluster_name_limit: choice(["none", "255"], "How many characters may the name of a cluster have?"),
  update_before_service: choice(["accepted", "422"], "Is a PATCH accepted before the cluster is in service?"),
  configuration_failure: choice(
    ["422", "400"],
    "Which status answers a well-formed create or change whose configuration cannot be built (pair, topology, GPU, disk)?",
  ),
  listed_after_seconds: seconds([0, 30], "How long after its creation does a cluster appear in the list?"),
  region_node_counts: choice(
    ["all", "several_regions", "none"],
    "For which clusters is region_node_counts filled when read?",
  ),
  regions_order: choice(["changing", "sorted"], "In which order are the regions of the live nodes answered?"),
  regions_before_service: choice(
    ["growing", "all", "none"],
    "Which regions are answered before the cluster is in service?",
  ),
  hostnames_before_service: choice(
    ["absent", "null"],
    "Is hostnames left out or null when the cluster is not in service?",
  ),
  server_version_before_service: choice(
    ["value", "null"],
    "Is search_server_version answered before the cluster is in service?",
  ),
  latest_server_version: text(["30.2", "31.0"], "Which version does a cluster get when none is requested?"),
  server_version_prefix: choice(
    ["resolved", "422"],
    "Is a leading part of a version (30) taken as the newest that begins so (30.2)?",
  ),
};
