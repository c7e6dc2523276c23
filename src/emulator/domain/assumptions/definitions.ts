type Values<Value> = readonly [Value, Value, ...Value[]];

/** One question that the documents leave open, with the answers that software must survive. */
export interface AssumptionDefinition<Value extends string | number = string | number> {
  readonly question: string;
  /** The allowed answers. For `seconds` and `text` these are the ones worth testing; others are accepted. */
  readonly alternatives: readonly Value[];
  /** The first alternative: the most likely answer. */
  readonly default: Value;
  /** `choice`: one of the alternatives. `seconds`: any integer from 0. `text`: any non-empty string. */
  readonly kind: "choice" | "seconds" | "text";
}

function choice<const Value extends string>(
  alternatives: Values<Value>,
  question: string,
): AssumptionDefinition<Value> {
  return { question, alternatives, default: alternatives[0], kind: "choice" };
}

function seconds(alternatives: Values<number>, question: string): AssumptionDefinition<number> {
  return { question, alternatives, default: alternatives[0], kind: "seconds" };
}

function text(alternatives: Values<string>, question: string): AssumptionDefinition<string> {
  return { question, alternatives, default: alternatives[0], kind: "text" };
}

/** About clusters. */
const CLUSTERS = {
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
    "What do reads return after terminate, in this order? The last one stays.",
  ),
  termination_step_seconds: seconds(
    [60, 0, 86400],
    "How long does each step of termination_path last, except the last?",
  ),
  terminated_listed: choice(["yes", "no"], "Are terminated clusters in the list while they can be read?"),
  second_terminate: choice(
    ["422", "201", "404"],
    "What does terminate return for a cluster that is already being terminated?",
  ),
  update_validation_failure: choice(
    ["status", "200"],
    "What does an invalid PATCH of a cluster return: an error status, or 200 with an Error body?",
  ),
  cluster_name_limit: choice(["none", "255"], "How many characters may the name of a cluster have?"),
  update_before_service: choice(["accepted", "422"], "Is a PATCH accepted before the cluster is in service?"),
  configuration_failure: choice(
    ["422", "400"],
    "Which status does a well-formed create or change return if its configuration is not possible (pair, topology, GPU, disk)?",
  ),
  listed_after_seconds: seconds([0, 30], "How long after its creation does a cluster appear in the list?"),
  region_node_counts: choice(
    ["all", "several_regions", "none"],
    "For which clusters is region_node_counts filled when read?",
  ),
  regions_order: choice(["changing", "sorted"], "In which order are the regions of the live nodes returned?"),
  regions_before_service: choice(
    ["growing", "all", "none"],
    "Which regions are returned before the cluster is in service?",
  ),
  hostnames_before_service: choice(
    ["absent", "null"],
    "Is hostnames left out or null when the cluster is not in service?",
  ),
  server_version_before_service: choice(
    ["value", "null"],
    "Is search_server_version returned before the cluster is in service?",
  ),
  latest_server_version: text(["30.2", "31.0"], "Which version does a cluster get when none is requested?"),
  server_version_prefix: choice(
    ["resolved", "422"],
    "Does a version prefix (30) resolve to the newest version with that prefix (30.2)?",
  ),
};

/** About configuration changes. */
const CHANGES = {
  change_seconds: seconds(
    [0, 1, 36000],
    "How long does a configuration change run? 0 means 1800 to 14400 s, fixed per change id.",
  ),
  size_fields_demanded: choice(
    ["no", "yes"],
    "Must a change of version, availability, network or nodes also contain one of memory, vcpu, gpu and disk (400)?",
  ),
  restart_body: choice(
    ["accepted", "400"],
    "Is a change with only perform_change_at accepted, as a restart?",
  ),
  past_perform_change_at: choice(
    ["400", "422"],
    "Which status does a change return if its perform_change_at is not in the future?",
  ),
  second_change_status: choice(
    ["422", "400", "409"],
    "Which status does a change return while another one is pending or in progress?",
  ),
  change_out_of_service: choice(
    ["422", "400"],
    "Which status does a change return if its cluster is not in service?",
  ),
  cancel_too_late: choice(
    ["422", "400"],
    "Which status does the cancel return for a change that is not pending?",
  ),
  unrequested_new: choice(
    ["null", "derived", "filled"],
    "Which new_ fields that were not requested does a change fill: none, those that follow from the requested ones, all?",
  ),
  status_during_change: choice(
    ["in_service", "initializing"],
    "Which status does a cluster have while a change is in progress?",
  ),
  live_regions_lag: seconds(
    [0, 300],
    "For how many seconds after a change of topology do the live regions stay unchanged?",
  ),
  failed_change_leaves: choice(
    ["memory_and_vcpu", "nothing", "everything"],
    "Which part of a failed change reaches the cluster?",
  ),
  completed_at_of_canceled: choice(
    ["null", "value"],
    "Does a cancelled change or clone have a completed_at?",
  ),
  no_notification_addresses: choice(
    ["empty", "null"],
    "What does a change or clone without notification addresses show?",
  ),
  auto_upgrade_shows: choice(
    ["no_record", "record"],
    "Does an automatic upgrade leave a succeeded configuration change behind?",
  ),
};

/** About cloning operations. */
export const CLONE_ASSUMPTIONS = {
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
    "Which status does a clone return if its cluster is not in service, or has an open change or clone?",
  ),
  clone_cancel_too_late: choice(
    ["422", "400", "409"],
    "Which status does the cancel return for a clone that is not pending?",
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

/** About server parameters, and about everything that belongs to one cluster. */
const CHILDREN = {
  children_of_leaving: choice(
    ["shown", "404"],
    "What do the operations below a cluster return while it is deprovisioning or terminated?",
  ),
  parameters_before_service: choice(
    ["accepted", "422"],
    "Are server parameters written before the cluster is in service?",
  ),
  parameters_during_change: choice(
    ["accepted", "422"],
    "Are server parameters written while a change of their cluster is in progress?",
  ),
  unknown_parameter: choice(
    ["422", "accepted"],
    "What does the create of a server parameter return if no document has its name?",
  ),
  parameter_times: choice(["iso", "epoch_seconds"], "In which form are the times of a server parameter?"),
  parameters_taken_over: choice(
    ["begin", "end"],
    "Which server parameters run after a change or restart: those from when it began, or from when it ended?",
  ),
};

/** About the nodes of a cluster and the data on them. */
const DATA_PLANE = {
  nodes_out_of_service: choice(
    ["reset", "503", "404"],
    "What do the nodes of a cluster return while it is not in service (starting, suspended, terminated)? reset: the connection breaks.",
  ),
  restarting_node: choice(
    ["503", "reset"],
    "What does a node return while a change restarts or replaces it?",
  ),
  issued_keys_listed: choice(
    ["yes", "no"],
    "Do the nodes list the keys that the management API issues, so that they can be revoked there?",
  ),
  clone_copies_keys: choice(["yes", "no"], "Do the keys of a cluster open its clone too?"),
  field_defaults_answered: choice(
    ["usual", "all", "few"],
    "Which properties does a field of a collection show: those of today's servers, every one with its default, or only name, type and facet?",
  ),
  default_sorting_field_demanded: choice(
    ["no", "yes"],
    "Must the create of a collection contain a default_sorting_field (400)?",
  ),
  collection_alter_seconds: seconds(
    [0, 60],
    "For how long after an alteration of its fields does a collection reject another one (422)?",
  ),
  key_without_description: choice(
    ["400", "accepted"],
    "What does the create of a key without a description return?",
  ),
  chosen_key_value: choice(
    ["taken", "ignored"],
    "Does a key get the value that its create chooses, or does the server always choose one?",
  ),
  newer_server_differs: choice(
    [
      "no",
      "order",
      "lost_document",
      "missed_document",
      "slower",
      "refuses_to_start",
      "other_version",
      "refused_query",
    ],
    "How does a cluster differ whose server is newer than the one it was created with: as a clone at a newer version, or after a change to one?",
  ),
};

/** About documents and searches. */
const DOCUMENTS = {
  import_answer: choice(
    ["lines", "object"],
    "What does an import return: a line for each document, or one object with items?",
  ),
  search_time: choice(
    ["search_time_ms", "took_ms", "both"],
    "Under which name does a search return its duration?",
  ),
};

/** About every request (queries, lists, refusals, the rate limit) and the account. */
const REQUESTS = {
  unknown_query_parameters: choice(
    ["400", "ignored"],
    "Are query parameters rejected that no document names?",
  ),
  error_detail: choice(
    ["messages", "messages_and_error", "none"],
    "Which of the optional fields messages and error does an error body have?",
  ),
  required_capability: choice(["present", "absent"], "Does a 403 for a missing capability name it?"),
  retry_after: choice(["seconds", "http_date", "absent"], "Does a 429 carry Retry-After, and in which form?"),
  refused_requests_count: choice(
    ["no", "yes"],
    "Do requests that returned 429 count towards the rate limit?",
  ),
  list_order: choice(
    ["newest_first", "oldest_first", "by_id"],
    "In which order are clusters, changes, clones, server parameters and invoices listed?",
  ),
  account_shape: choice(["list", "map", "without_capabilities"], "What does the account record look like?"),
  options_shape: choice(["objects", "keyed"], "What does the cluster options record look like?"),
};

/**
 * The questions that the API documents leave open about the operations of the emulator.
 * docs/design/api-assumptions.md says why each is open. A test can run with any of the answers.
 */
export const ASSUMPTIONS = {
  ...CLUSTERS,
  ...CHANGES,
  ...CLONE_ASSUMPTIONS,
  ...CHILDREN,
  ...DATA_PLANE,
  ...DOCUMENTS,
  ...REQUESTS,
};
