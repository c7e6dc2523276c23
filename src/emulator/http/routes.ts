import { OPERATIONS, type Operation, type OperationId } from "../../api/operations";

export interface Route {
  readonly id: OperationId;
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
}

interface Template {
  readonly id: OperationId;
  readonly operation: Operation;
  readonly segments: readonly string[];
}

const TEMPLATES: readonly Template[] = (Object.keys(OPERATIONS) as OperationId[]).map((id) => ({
  id,
  operation: OPERATIONS[id],
  segments: OPERATIONS[id].path.split("/"),
}));

/** The operation that has this method and path (relative to the base URL), or null. */
export function findRoute(method: string, path: string): Route | null {
  const segments = path.split("/");
  for (const { id, operation, segments: template } of TEMPLATES) {
    if (operation.method !== method || template.length !== segments.length) continue;
    const params = match(template, segments);
    if (params !== null) return { id, operation, params };
  }
  return null;
}

function match(template: readonly string[], segments: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [place, wanted] of template.entries()) {
    const given = decoded(segments[place] ?? "");
    const name = /^\{(.+)\}$/.exec(wanted)?.[1];
    if (given === null || (name === undefined ? given !== wanted : given === "")) return null;
    if (name !== undefined) params[name] = given;
  }
  return params;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
