/**
 * What the documents leave open about the operations that the emulator imitates: one row per question, with the
 * answers that software must survive. The default is what we think most likely; a test can run under any other.
 */
export interface AssumptionRow {
  readonly question: string;
  /** The allowed answers; for `seconds` and `text` they are the ones worth testing, and others are accepted too. */
  readonly alternatives: readonly (string | number)[];
  readonly default: string | number;
  /** `choice`: one of the alternatives. `seconds`: any whole number from 0. `text`: any non-empty text. */
  readonly kind: "choice" | "seconds" | "text";
  /** The section that leaves it open. */
  readonly source: string;
}

const HIDDEN_SHAPE = "management-api.md, Records with fields left open; open-points.md, section 8";
const CHANGES = "open-points.md, section 4";
const BOTH_STATUSES = "open-points.md, section 11 (422 is not listed for changes: expect both)";
const TERMINATION = "open-points.md, section 9 (any of them, in any order, for any time)";

export const ASSUMPTIONS = {
  provisioning_seconds: {
    question:
      "How long does a cluster take until it is in service? 0 means 240 to 360 s, fixed per cluster id.",
    alternatives: [0, 1, 3600],
    default: 0,
    kind: "seconds",
    source: "management-api.md, States and transitions (usually 4 to 6 minutes)",
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
    source: "open-points.md, section 9",
  },
  second_terminate: {
    question: "What does terminate answer for a cluster that is already going away?",
    alternatives: ["422", "201", "404"],
    default: "422",
    kind: "choice",
    source: "open-points.md, section 11",
  },
  update_validation_failure: {
    question:
      "How does an invalid PATCH of a cluster answer: with its status, or with 200 and an Error body?",
    alternatives: ["status", "200"],
    default: "status",
    kind: "choice",
    source: "management-api.md, Request bodies, updateCluster",
  },
  update_before_service: {
    question: "Is a PATCH accepted before the cluster is in service?",
    alternatives: ["accepted", "422"],
    default: "accepted",
    kind: "choice",
    source: "management-api.md, Errors (422: the resource state prevents the operation)",
  },
  configuration_failure: {
    question:
      "Which status has a well-formed create or change whose configuration cannot be (pair, topology, GPU, disk)?",
    alternatives: ["422", "400"],
    default: "422",
    kind: "choice",
    source: "management-api.md, Errors (400 and 422 both fit)",
  },
  change_seconds: {
    question: "How long does a configuration change run? 0 means 1800 to 14400 s, fixed per change id.",
    alternatives: [0, 1, 36000],
    default: 0,
    kind: "seconds",
    source: "management-api.md, States and transitions (from 30 minutes to several hours)",
  },
  size_fields_demanded: {
    question:
      "Must a change of version, availability, network or nodes name one of memory, vcpu, gpu and disk too (400)?",
    alternatives: ["no", "yes"],
    default: "no",
    kind: "choice",
    source: CHANGES,
  },
  restart_body: {
    question: "Is a change with perform_change_at alone accepted, as a restart?",
    alternatives: ["accepted", "400"],
    default: "accepted",
    kind: "choice",
    source: CHANGES,
  },
  past_perform_change_at: {
    question: "Which status has a change whose perform_change_at is not in the future?",
    alternatives: ["400", "422"],
    default: "400",
    kind: "choice",
    source: CHANGES,
  },
  second_change_status: {
    question: "Which status has a change while another one is pending or in progress?",
    alternatives: ["422", "400", "409"],
    default: "422",
    kind: "choice",
    source: CHANGES,
  },
  change_out_of_service: {
    question: "Which status has a change of a cluster that is not in service?",
    alternatives: ["422", "400"],
    default: "422",
    kind: "choice",
    source: BOTH_STATUSES,
  },
  cancel_too_late: {
    question: "Which status has the cancel of a change that is not pending?",
    alternatives: ["422", "400"],
    default: "422",
    kind: "choice",
    source: BOTH_STATUSES,
  },
  unrequested_new: {
    question:
      "Which new_ fields that were not asked for does a change fill: none, those that follow from the asked, all?",
    alternatives: ["null", "derived", "filled"],
    default: "null",
    kind: "choice",
    source: CHANGES,
  },
  status_during_change: {
    question: "Which status does a cluster have while a change is in progress?",
    alternatives: ["in_service", "initializing"],
    default: "in_service",
    kind: "choice",
    source: CHANGES,
  },
  live_regions_lag: {
    question: "For how many seconds after a change of topology do the live regions stay what they were?",
    alternatives: [0, 300],
    default: 0,
    kind: "seconds",
    source: "open-points.md, section 3 (regions lag)",
  },
  failed_change_leaves: {
    question: "What of a failed change has reached the cluster?",
    alternatives: ["memory_and_vcpu", "nothing", "everything"],
    default: "memory_and_vcpu",
    kind: "choice",
    source: CHANGES,
  },
  completed_at_of_canceled: {
    question: "Does a cancelled change have a completed_at?",
    alternatives: ["null", "value"],
    default: "null",
    kind: "choice",
    source: "management-api.md, ConfigurationChange (EpochSeconds or null)",
  },
  no_notification_addresses: {
    question: "How does a change without notification addresses read?",
    alternatives: ["empty", "null"],
    default: "empty",
    kind: "choice",
    source: "management-api.md, ConfigurationChange (NotificationEmailAddresses is not shown)",
  },
  auto_upgrade_shows: {
    question: "Does an automatic upgrade leave a configuration change behind, as one that succeeded?",
    alternatives: ["no_record", "record"],
    default: "no_record",
    kind: "choice",
    source: "open-points.md, section 3 (the service itself raises memory and vcpu)",
  },
  unknown_query_parameters: {
    question: "Are query parameters that no document names refused?",
    alternatives: ["400", "ignored"],
    default: "400",
    kind: "choice",
    source: "management-api.md, Query parameters",
  },
  error_detail: {
    question: "Which of the optional fields messages and error does an error body carry?",
    alternatives: ["messages", "messages_and_error", "none"],
    default: "messages",
    kind: "choice",
    source: "management-api.md, Errors",
  },
  required_capability: {
    question: "Does a 403 for a missing capability name it?",
    alternatives: ["present", "absent"],
    default: "present",
    kind: "choice",
    source: "management-api.md, Authentication (can carry required_capability)",
  },
  retry_after: {
    question: "Does a 429 carry Retry-After, and in which form?",
    alternatives: ["seconds", "http_date", "absent"],
    default: "seconds",
    kind: "choice",
    source: "open-points.md, section 9",
  },
  refused_requests_count: {
    question: "Do requests that were answered 429 use up the rate limit themselves?",
    alternatives: ["no", "yes"],
    default: "no",
    kind: "choice",
    source: "management-api.md, Limits (not shown)",
  },
  list_order: {
    question: "In which order are clusters and configuration changes listed?",
    alternatives: ["newest_first", "oldest_first", "by_id"],
    default: "newest_first",
    kind: "choice",
    source: "open-points.md, section 9",
  },
  listed_after_seconds: {
    question: "How long after its creation does a cluster appear in the list?",
    alternatives: [0, 30],
    default: 0,
    kind: "seconds",
    source: "management-api.md, Endpoints (no word about consistency)",
  },
  region_node_counts: {
    question: "For which clusters is region_node_counts filled when read?",
    alternatives: ["all", "several_regions", "none"],
    default: "all",
    kind: "choice",
    source: "management-api.md, Cluster (object or null)",
  },
  regions_order: {
    question: "In which order are the live nodes' regions answered?",
    alternatives: ["changing", "sorted"],
    default: "changing",
    kind: "choice",
    source: "open-points.md, section 3",
  },
  regions_before_service: {
    question: "Which regions are answered before the cluster is in service?",
    alternatives: ["growing", "all", "none"],
    default: "growing",
    kind: "choice",
    source: "open-points.md, section 3 (regions lag)",
  },
  hostnames_before_service: {
    question: "Is hostnames left out or null when the cluster is not in service?",
    alternatives: ["absent", "null"],
    default: "absent",
    kind: "choice",
    source: "management-api.md, Cluster (object or null, optional)",
  },
  server_version_before_service: {
    question: "Is search_server_version answered before the cluster is in service?",
    alternatives: ["value", "null"],
    default: "value",
    kind: "choice",
    source: "management-api.md, Cluster (string or null)",
  },
  latest_server_version: {
    question: "Which version does a cluster get when none is asked for?",
    alternatives: ["30.2", "31.0"],
    default: "30.2",
    kind: "text",
    source: "open-points.md, section 3",
  },
  server_version_prefix: {
    question: "Is a leading part of a version (30) taken as the newest that begins so (30.2)?",
    alternatives: ["resolved", "422"],
    default: "resolved",
    kind: "choice",
    source: "management-api.md, createCluster (search_server_version: string)",
  },
  account_shape: {
    question: "What does the account record look like?",
    alternatives: ["list", "map", "without_capabilities"],
    default: "list",
    kind: "choice",
    source: HIDDEN_SHAPE,
  },
  options_shape: {
    question: "What does the cluster options record look like?",
    alternatives: ["objects", "keyed"],
    default: "objects",
    kind: "choice",
    source: HIDDEN_SHAPE,
  },
} as const satisfies Record<string, AssumptionRow>;

export type AssumptionName = keyof typeof ASSUMPTIONS;

type Answer<Row extends AssumptionRow> = Row["kind"] extends "seconds"
  ? number
  : Row["kind"] extends "text"
    ? string
    : Row["alternatives"][number];

/** One answer per row. */
export type Assumptions = { [Name in AssumptionName]: Answer<(typeof ASSUMPTIONS)[Name]> };

/** Every row at its default. */
export function defaultAssumptions(): Assumptions {
  return Object.fromEntries(
    Object.entries(ASSUMPTIONS).map(([name, row]) => [name, row.default]),
  ) as Assumptions;
}

/**
 * The assumptions with some rows changed.
 * @throws Error that names an unknown row, or a row's alternatives when the value is none of them.
 */
export function withAssumptions(
  current: Assumptions,
  changes: Readonly<Record<string, unknown>>,
): Assumptions {
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(ASSUMPTIONS, name)) {
      throw new Error(
        `There is no assumption "${name}". The rows are: ${Object.keys(ASSUMPTIONS).join(", ")}.`,
      );
    }
    const row: AssumptionRow = ASSUMPTIONS[name as AssumptionName];
    if (!isAnswer(row, value)) {
      const allowed = row.alternatives.map((one) => JSON.stringify(one)).join(", ");
      const others = { choice: "", seconds: " or another whole number of seconds", text: " or another text" };
      throw new Error(
        `The assumption "${name}" cannot be ${JSON.stringify(value)}. It is ${allowed}${others[row.kind]}.`,
      );
    }
  }
  return { ...current, ...changes } as Assumptions;
}

function isAnswer(row: AssumptionRow, value: unknown): boolean {
  if (row.kind === "seconds") return typeof value === "number" && Number.isInteger(value) && value >= 0;
  if (row.kind === "text") return typeof value === "string" && value !== "";
  return row.alternatives.some((one) => one === value);
}
