import { ClientError } from "./error";

/** The nouns of path parameters that are not the `id of a cluster`. */
const CALLED: Readonly<Record<string, string>> = { id: "id", name: "name" };

/** An id or a name that would address something else; nothing was sent. */
export class UnusableIdError extends ClientError {
  override readonly name = "UnusableIdError";

  constructor(parameter: string, value: string) {
    const called = CALLED[parameter] ?? "id of a cluster";
    const origin = called === "name" ? "" : "An id is the string that the service assigned to the record. ";
    super(
      `${JSON.stringify(value)} is no ${called}`,
      `${origin}Nothing was sent, because an empty ${called === "name" ? called : "id"} or one that consists of dots, addresses something else.`,
    );
  }
}

/** Fills the parameters of an operation, in braces, into its path and escapes them. Throws {@link UnusableIdError}. */
export function buildPath(template: string, parameters: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name] ?? "";
    if (/^\.{0,2}$/.test(value)) throw new UnusableIdError(name, value);
    return encodeURIComponent(value);
  });
}

/** Returns the query with its "?", or an empty string; lists are joined by commas, undefined is left out. */
export function buildQuery(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(",") : String(value)] as const],
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(Object.fromEntries(pairs))}`;
}
