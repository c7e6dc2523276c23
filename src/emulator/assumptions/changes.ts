import type { AssumptionRow } from "./row";

const CHANGES = "docs/design/api-assumptions.md#changes";
const BOTH_STATUSES =
  "docs/design/api-assumptions.md#contradictions (422 is not listed for changes: expect both)";

/** What the documents leave open about configuration changes. */
export const CHANGE_ROWS = {
  change_seconds: {
    question: "How long does a configuration change run? 0 means 1800 to 14400 s, fixed per change id.",
    alternatives: [0, 1, 36000],
    default: 0,
    kind: "seconds",
    source: "management API, States and transitions (from 30 minutes to several hours)",
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
    source: "docs/design/api-assumptions.md#topology (regions lag)",
  },
  failed_change_leaves: {
    question: "What of a failed change has reached the cluster?",
    alternatives: ["memory_and_vcpu", "nothing", "everything"],
    default: "memory_and_vcpu",
    kind: "choice",
    source: CHANGES,
  },
  completed_at_of_canceled: {
    question: "Does a cancelled change or clone have a completed_at?",
    alternatives: ["null", "value"],
    default: "null",
    kind: "choice",
    source: "management API, ConfigurationChange (EpochSeconds or null)",
  },
  no_notification_addresses: {
    question: "How does a change or clone without notification addresses read?",
    alternatives: ["empty", "null"],
    default: "empty",
    kind: "choice",
    source: "management API, ConfigurationChange (NotificationEmailAddresses is not shown)",
  },
  auto_upgrade_shows: {
    question: "Does an automatic upgrade leave a configuration change behind, as one that succeeded?",
    alternatives: ["no_record", "record"],
    default: "no_record",
    kind: "choice",
    source: "docs/design/api-assumptions.md#topology (the service itself raises memory and vcpu)",
  },
} as const satisfies Record<string, AssumptionRow>;
