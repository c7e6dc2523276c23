import { isUnknown, type Plannable } from "../framework";

/**
 * The attributes of a lane whose planned value is another one, or not known yet; the order in lists does not count. For a
 * plan that must know whether a successor is planned: of that one's own plan, Terraform shows no warnings.
 */
export function editedVia<Values, Name extends keyof Values & string>(
  lane: string,
  fields: Readonly<Record<Name, object>>,
  prior: Values,
  planned: Plannable<Values>,
): Name[] {
  const names = Object.keys(fields) as Name[];
  return names.filter((name) => {
    const field = fields[name];
    if (!("updatedBy" in field) || field.updatedBy !== lane) return false;
    const value = planned[name];
    return isUnknown(value) || canonical(value) !== canonical(prior[name]);
  });
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (Array.isArray(part)) return part.map((item) => JSON.stringify(item)).sort();
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
