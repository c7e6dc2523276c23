import { PARAMETERS, type ParameterRule } from "../../../api/enumerations";
import { compareVersions } from "../../../api/versions";
import type { Problem } from "../rules/refusal";

/** What a server of `version` cannot have: the name, or the value for it. Nothing is known of an unknown name. */
export function settingProblems(name: string, value: string, version: string): Problem[] {
  const rule = PARAMETERS.get(name);
  if (rule === undefined) return [];
  if (rule.kind === "integer" && compareVersions(version, String(rule.since)) < 0) {
    return [{ field: "parameter_name", text: `${name} needs server version ${rule.since} or later` }];
  }
  const problem = valueProblem(rule, value);
  return problem === null ? [] : [{ field: "parameter_value", text: `of ${name} ${problem}` }];
}

function valueProblem(rule: ParameterRule, value: string): string | null {
  if (rule.kind === "integer") {
    const fits = /^\d{1,10}$/.test(value) && Number(value) >= rule.min && Number(value) <= rule.max;
    return fits ? null : `must be a whole number from ${rule.min} to ${rule.max}, as text`;
  }
  return value.split(",").every((one) => /^https:\/\/[^\s,/*]+$/.test(one))
    ? null
    : "must be origins such as https://example.com, separated by commas, without * and without / at the end";
}
