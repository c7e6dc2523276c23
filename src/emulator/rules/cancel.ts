import { checkFields, oneOf, type Problem } from "./fields";

/** The rules of cancelConfigurationChange (open-points.md, section 2). */
export function cancelProblems(body: Readonly<Record<string, unknown>>): Problem[] {
  return checkFields(body, [{ field: "status", required: true, check: oneOf(["canceled"]) }]);
}
