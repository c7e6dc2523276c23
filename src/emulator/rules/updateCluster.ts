import { boolean, checkFields, type FieldRule, type Problem, textOrNull } from "./fields";

const FIELDS: readonly FieldRule[] = [
  { field: "name", check: textOrNull },
  { field: "auto_upgrade_capacity", check: boolean },
];

/** The rules of updateCluster (management API, Request bodies). */
export function updateProblems(body: Readonly<Record<string, unknown>>): Problem[] {
  const problems = checkFields(body, FIELDS);
  if (FIELDS.some(({ field }) => Object.hasOwn(body, field))) return problems;
  const words = "at least one of name and auto_upgrade_capacity must be present";
  return [...problems, { field: null, text: words }];
}
