import { checkFields, oneOf, type Problem } from "./fields";

/** The rules of cancelConfigurationChange (docs/design/api-assumptions.md#values). */
export function cancelProblems(body: Readonly<Record<string, unknown>>): Problem[] {
  return checkFields(body, [{ field: "status", required: true, check: oneOf(["canceled"]) }]);
}
