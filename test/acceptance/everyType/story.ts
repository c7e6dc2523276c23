import type { Emulator } from "../../../src/emulator";

/** Lines of a body: attributes by name, and blocks under any name with their whole text. */
export type Lines = Readonly<Record<string, string | undefined>>;

/** One edit of a configuration and what it must come to. */
export interface Edit {
  /** The attribute that the edit is about, and what its lines become. */
  readonly attribute: string;
  readonly lines: Lines;
  /** @default update */
  readonly actions?: readonly string[];
  /** The requests that write, by operation, in their order. */
  readonly writes: readonly string[];
  /** Whether the edit is only planned, and applied together with the next. @default false */
  readonly onlyPlanned?: boolean;
}

/** The life of one type, as data. */
export interface Story {
  /** The type's name without the provider's. */
  readonly type: string;
  /** Puts into the account what the type needs to be there. */
  prepare?(emulator: Emulator): void;
  /** Configuration beside the resource. */
  readonly beside?: string;
  readonly lines: Lines;
  /** Requests of the create that write. */
  readonly creates: readonly string[];
  /** One after the other, each from where the one before has led. */
  readonly edits: readonly Edit[];
  /** Configurable attributes that have no edit of their own, and why. */
  readonly unedited?: Readonly<Record<string, string>>;
  /** For each attribute a value of the right type that cannot be right, or the reason why there is none. */
  readonly invalid: Readonly<Record<string, string | { readonly none: string }>>;
  /** What the id of an import is made of; null: cannot be imported. */
  readonly importId: ((values: Record<string, unknown>) => string) | null;
  /** The plan of an import: nothing, or one update in place that sends nothing (docs/design/laws.md#l5). */
  readonly imported?: "no-op" | "update";
  /** Takes it away behind Terraform's back; null: its absence can never be seen. */
  readonly takeAway: ((emulator: Emulator, values: Record<string, unknown>) => void) | null;
  /** Requests of the destroy that write. */
  readonly destroys: readonly string[];
}

export function resourceText({ type, beside = "" }: Story, lines: Lines): string {
  const body = Object.entries(lines).flatMap(([name, text]) => {
    if (text === undefined) return [];
    return [text.startsWith(`${name} {`) ? text : `${name} = ${text}`];
  });
  return `${beside}\nresource "searchcloud_${type}" "it" {\n${body.join("\n")}\n}`;
}
