import type { ListCall } from "../../framework";

/** Something that a list leaves out. */
interface LeftOut {
  /** As people know it, with its type: `Collection "products"`. */
  readonly what: string;
  /** Sentences. */
  readonly why: string;
}

/** Warns of an object that a list leaves out: generated code must not lack anything silently. */
export function warnOfLeftOut({ warn }: Pick<ListCall<never>, "warn">, { what, why }: LeftOut): void {
  warn(`${what} is not in the list`, `Generated code cannot describe it now: ${why}`);
}
