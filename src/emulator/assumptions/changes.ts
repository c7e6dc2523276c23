import { choice, seconds } from "./row";

const CHANGES = "docs/design/api-assumptions.md#changes";
const BOTH_STATUSES =
  "docs/design/api-assumptions.md#contradictions (422 is not listed for changes: expect both)";

/** What the documents leave open about configuration changes. */
export const CHANGE_ROWS = {
  change_seconds: seconds(
    "How long does a configuration change run? 0 means 1800 to 14400 s, fixed per change id.",
    [0, 1, 36000],
    "management API, States and transitions (from 30 minutes to several hours)",
  ),
  size_fields_demanded: choice(
    "Must a change of version, availability, network or nodes name one of memory, vcpu, gpu and disk too (400)?",
    ["no", "yes"],
    CHANGES,
  ),
  restart_body: choice(
    "Is a change with perform_change_at alone accepted, as a restart?",
    ["accepted", "400"],
    CHANGES,
  ),
  past_perform_change_at: choice(
    "Which status answers a change whose perform_change_at is not in the future?",
    ["400", "422"],
    CHANGES,
  ),
  second_change_status: choice(
    "Which status answers a change while another one is pending or in progress?",
    ["422", "400", "409"],
    CHANGES,
  ),
  change_out_of_service: choice(
    "Which status answers a change of a cluster that is not in service?",
    ["422", "400"],
    BOTH_STATUSES,
  ),
  cancel_too_late: choice(
    "Which status answers the cancel of a change that is not pending?",
    ["422", "400"],
    BOTH_STATUSES,
  ),
  unrequested_new: choice(
    "Which new_ fields that were not requested does a change fill: none, those that follow from the requested ones, all?",
    ["null", "derived", "filled"],
    CHANGES,
  ),
  status_during_change: choice(
    "Which status does a cluster have while a change is in progress?",
    ["in_service", "initializing"],
    CHANGES,
  ),
  live_regions_lag: seconds(
    "For how many seconds after a change of topology do the live regions stay what they were?",
    [0, 300],
    "docs/design/api-assumptions.md#topology (regions lag)",
  ),
  failed_change_leaves: choice(
    "Which part of a failed change reaches the cluster?",
    ["memory_and_vcpu", "nothing", "everything"],
    CHANGES,
  ),
  completed_at_of_canceled: choice(
    "Does a cancelled change or clone have a completed_at?",
    ["null", "value"],
    "management API, ConfigurationChange (EpochSeconds or null)",
  ),
  no_notification_addresses: choice(
    "How does a change or clone without notification addresses read?",
    ["empty", "null"],
    "management API, ConfigurationChange (NotificationEmailAddresses is not shown)",
  ),
  auto_upgrade_shows: choice(
    "Does an automatic upgrade leave a configuration change behind, as one that succeeded?",
    ["no_record", "record"],
    "docs/design/api-assumptions.md#topology (the service itself raises memory and vcpu)",
  ),
};
