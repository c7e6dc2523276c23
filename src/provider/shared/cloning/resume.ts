import type { Call, Change, Update } from "../../../framework";
import type { Service } from "../service";

/** An update that resumes a clone which an earlier apply has requested, and that never requests another one. */
interface Resumed<Values, Private>
  extends Required<Pick<Update<Values, Service, Private>, "makesUnknown" | "due">> {
  /** The warning of the plan. */
  readonly describe: (prior: Values) => readonly [summary: string, detail: string];
  readonly apply: (call: Call<Values, Service, Private>, change: Change<Values>) => Promise<Partial<Values>>;
}

export function resumeCloning<Values, Private>({
  makesUnknown,
  due,
  describe,
  apply,
}: Resumed<Values, Private>): Update<Values, Service, Private> {
  return {
    request: "GET /clusters/{cluster_id}/cloning-operations/{id}",
    makesUnknown,
    due,
    describeAtPlan: ({ warn, prior }) => prior && warn(...describe(prior)),
    // Terraform calls this an update, but it waits for what a create began, so it has the timeout of a create.
    apply: (call, change) => apply(call.timedAs("create"), change),
  };
}
