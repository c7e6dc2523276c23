import type { AssumptionRow } from "./row";

const PARAMETERS = "docs/design/api-assumptions.md#parameters";

/** What the documents leave open about server parameters, and about everything that belongs to one cluster. */
export const CHILD_ROWS = {
  children_of_leaving: {
    question: "What do the operations below a cluster answer while it is deprovisioning or terminated?",
    alternatives: ["shown", "404"],
    default: "shown",
    kind: "choice",
    source: "docs/design/api-assumptions.md#limits (nothing is said about what belongs to the cluster)",
  },
  parameters_before_service: {
    question: "Are server parameters written before the cluster is in service?",
    alternatives: ["accepted", "422"],
    default: "accepted",
    kind: "choice",
    source: "management API, Errors (422: the resource state prevents the operation)",
  },
  parameters_during_change: {
    question: "Are server parameters written while a change of their cluster is in progress?",
    alternatives: ["accepted", "422"],
    default: "accepted",
    kind: "choice",
    source: "management API, Errors (422: the resource state prevents the operation)",
  },
  unknown_parameter: {
    question: "What does the create of a server parameter with a name that no document has answer?",
    alternatives: ["422", "accepted"],
    default: "422",
    kind: "choice",
    source: PARAMETERS,
  },
  parameter_times: {
    question: "How are the times of a server parameter written?",
    alternatives: ["iso", "epoch_seconds"],
    default: "iso",
    kind: "choice",
    source: PARAMETERS,
  },
  parameters_taken_over: {
    question:
      "Which server parameters run after a change or restart: those from when it began, or from when it ended?",
    alternatives: ["begin", "end"],
    default: "begin",
    kind: "choice",
    source: "docs/design/api-assumptions.md#parameters (takes effect only after a restart)",
  },
} as const satisfies Record<string, AssumptionRow>;
