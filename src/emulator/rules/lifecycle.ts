import { checkFields, oneOf, type Problem } from "./fields";

/** The rules of terminateCluster (management API, Request bodies). */
export function lifecycleProblems(body: Readonly<Record<string, unknown>>): Problem[] {
  return checkFields(body, [{ field: "lifecycle_action", required: true, check: oneOf(["terminate"]) }]);
}
