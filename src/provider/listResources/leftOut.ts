import type { ListCall } from "../../framework";

/** Something that a list leaves out. */
interface LeftOut {
  /** As people know it, with its type: `Collection "products"`. */
  readonly what: string;
  /** Sentences. */
  readonly why: string;
}

/** Warns of what a list leaves out: an account that is code must not lack anything silently. */
export function warnOfLeftOut({ warn }: Pick<ListCall<never>, "warn">, { what, why }: LeftOut): void {
  warn(`${what} is not in the list`, `No code can describe it now: ${why}`);
}
