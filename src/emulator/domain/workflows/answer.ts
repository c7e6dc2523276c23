import type { Assumptions } from "../assumptions";
import { seconds } from "../clock";
import { beginOf, endOf, type StoredWorkflow, statusAt, type WorkflowTimeline } from "../store/workflow";

/** What the records of changes and clones have in common, at `now`. Moments are epoch seconds. */
export function answerWorkflow(workflow: StoredWorkflow, now: number, assumptions: Assumptions) {
  const addresses = [...workflow.notification_email_addresses];
  const none = addresses.length === 0 && assumptions.no_notification_addresses === "null";
  return {
    id: workflow.id,
    status: statusAt(workflow, now),
    created_at: seconds(workflow.createdAt),
    updated_at: seconds(updatedAt(workflow, now)),
    completed_at: completedAt(workflow, now, assumptions),
    notification_email_addresses: none ? null : addresses,
  };
}

/** Epoch milliseconds of the latest event in the life of a change or clone. */
export function updatedAt(workflow: WorkflowTimeline, now: number): number {
  if (workflow.canceledAt !== null) return workflow.canceledAt;
  const passed = [beginOf(workflow), endOf(workflow)].filter((moment) => moment <= now);
  return Math.max(workflow.createdAt, ...passed);
}

function completedAt(workflow: WorkflowTimeline, now: number, assumptions: Assumptions): number | null {
  const status = statusAt(workflow, now);
  if (status === "succeeded" || status === "failed") return seconds(endOf(workflow));
  if (workflow.canceledAt === null || assumptions.completed_at_of_canceled === "null") return null;
  return seconds(workflow.canceledAt);
}
