import { choice, seconds } from "./row";

/** What the documents leave open about cloning operations. */
export const CLONE_ROWS = {
  clone_pending_seconds: seconds([30, 0, 3600], "How long does a clone stay pending before it begins?"),
  clone_seconds: seconds(
    [0, 1, 7200],
    "How long does a clone run? 0 means 300 to 900 s, fixed per clone id.",
  ),
  clone_target_appears: choice(
    ["succeeded", "begun"],
    "When can the new cluster be read and listed: when the clone has succeeded, or when it begins?",
  ),
  clone_target_service_seconds: seconds(
    [0, 120],
    "How long after the clone has succeeded is the new cluster in service?",
  ),
  clone_target_name: choice(["null", "source"], "What is the name of the new cluster?"),
  clone_copies_parameters: choice(
    ["yes", "no"],
    "Does the new cluster have the server parameters of its source?",
  ),
  clone_counts_as_change: choice(
    ["yes", "no"],
    "Does an open clone forbid a change and another clone of its cluster, and an open change a clone?",
  ),
  clone_refused_status: choice(
    ["422", "400", "409"],
    "Which status answers a clone of a cluster that is not in service, or has a change or clone open?",
  ),
  clone_cancel_too_late: choice(
    ["422", "400", "409"],
    "Which status answers the cancel of a clone that is not pending?",
  ),
  clone_unrequested_fields: choice(
    ["filled", "null"],
    "Are target_region and search_server_version of a clone filled when they were not requested?",
  ),
  clone_of_terminated: choice(
    ["failed", "goes_on"],
    "How does a running clone end when its source is terminated?",
  ),
};
