import { choice } from "./row";

const PARAMETERS = "docs/design/api-assumptions.md#parameters";

/** What the documents leave open about server parameters, and about everything that belongs to one cluster. */
export const CHILD_ROWS = {
  children_of_leaving: choice(
    "What do the operations below a cluster answer while it is deprovisioning or terminated?",
    ["shown", "404"],
    "docs/design/api-assumptions.md#limits (not shown for what belongs to the cluster)",
  ),
  parameters_before_service: choice(
    "Are server parameters written before the cluster is in service?",
    ["accepted", "422"],
    "management API, Errors (422: the resource state prevents the operation)",
  ),
  parameters_during_change: choice(
    "Are server parameters written while a change of their cluster is in progress?",
    ["accepted", "422"],
    "management API, Errors (422: the resource state prevents the operation)",
  ),
  unknown_parameter: choice(
    "How is the create of a server parameter answered whose name is in no document?",
    ["422", "accepted"],
    PARAMETERS,
  ),
  parameter_times: choice(
    "In which form are the times of a server parameter?",
    ["iso", "epoch_seconds"],
    PARAMETERS,
  ),
  parameters_taken_over: choice(
    "Which server parameters run after a change or restart: those from when it began, or from when it ended?",
    ["begin", "end"],
    "docs/design/api-assumptions.md#parameters (takes effect only after a restart)",
  ),
};
