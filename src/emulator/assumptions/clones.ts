import { choice, seconds } from "./row";

const CLONING = "docs/design/api-assumptions.md#clones";
const STATES = "management API, States and transitions (the other transitions are not shown)";

/** What the documents leave open about cloning operations. */
export const CLONE_ROWS = {
  clone_pending_seconds: seconds(
    "How long does a clone stay pending before it begins?",
    [30, 0, 3600],
    STATES,
  ),
  clone_seconds: seconds(
    "How long does a clone run? 0 means 300 to 900 s, fixed per clone id.",
    [0, 1, 7200],
    "management API, States and transitions (for minutes)",
  ),
  clone_target_appears: choice(
    "When can the new cluster be read and listed: when the clone has succeeded, or when it begins?",
    ["succeeded", "begun"],
    CLONING,
  ),
  clone_target_service_seconds: seconds(
    "How long after the clone has succeeded is the new cluster in service?",
    [0, 120],
    "management API, States and transitions (then getCluster on the target cluster)",
  ),
  clone_target_name: choice("What is the name of the new cluster?", ["null", "source"], CLONING),
  clone_copies_parameters: choice(
    "Does the new cluster have the server parameters of its source?",
    ["yes", "no"],
    CLONING,
  ),
  clone_counts_as_change: choice(
    "Does an open clone forbid a change and another clone of its cluster, and an open change a clone?",
    ["yes", "no"],
    "docs/design/api-assumptions.md#changes (a clone may count too)",
  ),
  clone_refused_status: choice(
    "Which status answers a clone of a cluster that is not in service, or has a change or clone open?",
    ["422", "400", "409"],
    CLONING,
  ),
  clone_cancel_too_late: choice(
    "Which status answers the cancel of a clone that is not pending?",
    ["422", "400", "409"],
    "docs/design/api-assumptions.md#contradictions (422 is not listed for it: expect both)",
  ),
  clone_unrequested_fields: choice(
    "Are target_region and search_server_version of a clone filled when they were not requested?",
    ["filled", "null"],
    CLONING,
  ),
  clone_of_terminated: choice(
    "How does a running clone end when its source is terminated?",
    ["failed", "goes_on"],
    STATES,
  ),
};
