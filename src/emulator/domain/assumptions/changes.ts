import { choice, seconds } from "./row";

/** What the documents leave open about configuration changes. */
export const CHANGE_ROWS = {
  change_seconds: seconds(
    [0, 1, 36000],
    "How long does a configuration change run? 0 means 1800 to 14400 s, fixed per change id.",
  ),
  size_fields_demanded: choice(
    ["no", "yes"],
    "Must a change of version, availability, network or nodes name one of memory, vcpu, gpu and disk too (400)?",
  ),
  restart_body: choice(
    ["accepted", "400"],
    "Is a change with perform_change_at alone accepted, as a restart?",
  ),
  past_perform_change_at: choice(
    ["400", "422"],
    "Which status answers a change whose perform_change_at is not in the future?",
  ),
  second_change_status: choice(
    ["422", "400", "409"],
    "Which status answers a change while another one is pending or in progress?",
  ),
  change_out_of_service: choice(
    ["422", "400"],
    "Which status answers a change of a cluster that is not in service?",
  ),
  cancel_too_late: choice(["422", "400"], "Which status answers the cancel of a change that is not pending?"),
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
    "For how many seconds after a change of topology do the live regions stay what they were?",
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
    "How does a change or clone without notification addresses read?",
  ),
  auto_upgrade_shows: choice(
    ["no_record", "record"],
    "Does an automatic upgrade leave a configuration change behind, as one that succeeded?",
  ),
};
