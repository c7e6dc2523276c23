import { ClientError } from "./error";

/** What a path parameter is called, where it is no `id of a cluster`. */
const CALLED: Readonly<Record<string, string>> = { id: "id", name: "name" };

/** An id or a name that would address something else than what is meant; nothing was sent. */
export class UnusableIdError extends ClientError {
  override readonly name = "UnusableIdError";

  constructor(parameter: string, value: string) {
    const called = CALLED[parameter] ?? "id of a cluster";
    const origin = called === "name" ? "" : "An id is the text that the service gave to the record. ";
    super(
      `${JSON.stringify(value)} is no ${called}`,
      `${origin}Nothing was sent, because an empty ${called === "name" ? called : "id"} or one of dots alone addresses something else.`,
    );
  }
}

/** The path of an operation with its parameters, in braces, filled in and escaped. Throws {@link UnusableIdError}. */
export function buildPath(template: string, parameters: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name] ?? "";
    if (/^\.{0,2}$/.test(value)) throw new UnusableIdError(name, value);
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
