import type { AssumptionRow } from "./row";

const CLONING = "docs/design/api-assumptions.md#clones";
const STATES = "management API, States and transitions (the other transitions are not shown)";

/** What the documents leave open about cloning operations. */
export const CLONE_ROWS = {
  clone_pending_seconds: {
    question: "How long does a clone stay pending before it begins?",
    alternatives: [30, 0, 3600],
    default: 30,
    kind: "seconds",
    source: STATES,
  },
  clone_seconds: {
    question: "How long does a clone run? 0 means 300 to 900 s, fixed per clone id.",
    alternatives: [0, 1, 7200],
    default: 0,
    kind: "seconds",
    source: "management API, States and transitions (for minutes)",
  },
  clone_target_appears: {
    question: "When can the new cluster be read and listed: when the clone has succeeded, or when it begins?",
    alternatives: ["succeeded", "begun"],
    default: "succeeded",
    kind: "choice",
    source: CLONING,
  },
  clone_target_service_seconds: {
    question: "How long after the clone has succeeded is the new cluster in service?",
    alternatives: [0, 120],
    default: 0,
    kind: "seconds",
    source: "management API, States and transitions (then getCluster on the target cluster)",
  },
  clone_target_name: {
    question: "What is the new cluster called?",
    alternatives: ["null", "source"],
    default: "null",
    kind: "choice",
    source: CLONING,
  },
  clone_copies_parameters: {
    question: "Does the new cluster have the server parameters of its source?",
    alternatives: ["yes", "no"],
    default: "yes",
    kind: "choice",
    source: CLONING,
  },
  clone_counts_as_change: {
    question:
      "Does an open clone forbid a change and another clone of its cluster, and an open change a clone?",
    alternatives: ["yes", "no"],
    default: "yes",
    kind: "choice",
    source: "docs/design/api-assumptions.md#changes (a clone may count too)",
  },
  clone_refused_status: {
    question: "Which status has a clone of a cluster that is not in service, or has a change or clone open?",
    alternatives: ["422", "400", "409"],
    default: "422",
    kind: "choice",
    source: CLONING,
  },
  clone_cancel_too_late: {
    question: "Which status has the cancel of a clone that is not pending?",
    alternatives: ["422", "400", "409"],
    default: "422",
    kind: "choice",
    source: "docs/design/api-assumptions.md#contradictions (422 is not listed for it: expect both)",
  },
  clone_unrequested_fields: {
    question: "Are target_region and search_server_version of a clone filled when they were not asked for?",
    alternatives: ["filled", "null"],
    default: "filled",
    kind: "choice",
    source: CLONING,
  },
  clone_of_terminated: {
    question: "What becomes of a running clone when its source is terminated?",
    alternatives: ["failed", "goes_on"],
    default: "failed",
    kind: "choice",
    source: STATES,
  },
} as const satisfies Record<string, AssumptionRow>;
