import { OPERATIONS, type OperationId } from "../../api/operations";
import { ClientError } from "../messages/error";

/** An id that would address something else than what is meant; nothing was sent. */
export class UnusableId extends ClientError {
  override readonly name = "UnusableId";

  constructor(parameter: string, value: string) {
    super(
      `${JSON.stringify(value)} is no ${parameter === "id" ? "id" : "id of a cluster"}`,
      "An id is the text that the service gave to the record. Nothing was sent, because an empty id or one of dots alone addresses something else.",
    );
  }
}

/** The path of an operation with its parameters filled in and escaped. Throws {@link UnusableId}. */
export function buildPath(id: OperationId, parameters: Readonly<Record<string, string>>): string {
  return OPERATIONS[id].path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name] ?? "";
    if (/^\.{0,2}$/.test(value)) throw new UnusableId(name, value);
    return encodeURIComponent(value);
  });
}

/** The query with its "?", or nothing; lists are joined by commas, undefined is left out. */
export function buildQuery(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(",") : String(value)] as const],
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(Object.fromEntries(pairs))}`;
}
