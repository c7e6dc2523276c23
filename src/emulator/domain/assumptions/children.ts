import { choice } from "./row";

/** What the documents leave open about server parameters, and about everything that belongs to one cluster. */
export const CHILD_ROWS = {
  children_of_leaving: choice(
    ["shown", "404"],
    "What do the operations below a cluster answer while it is deprovisioning or terminated?",
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
    "How is the create of a server parameter answered whose name is in no document?",
  ),
  parameter_times: choice(["iso", "epoch_seconds"], "In which form are the times of a server parameter?"),
  parameters_taken_over: choice(
    ["begin", "end"],
    "Which server parameters run after a change or restart: those from when it began, or from when it ended?",
  ),
};
