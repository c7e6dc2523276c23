import type { EmulatorServer } from "../../../src/emulator";
import { body, type Lines } from "../support";

/** One edit of a configuration and what it must come to. */
export interface Edit {
  /** What the lines become: each attribute that has a value here is edited. */
  readonly lines: Lines;
  /** Whether each of these attributes requires replacement; else the resource is updated in place. */
  readonly isReplaced: boolean;
  /** The requests that write, by operation, in their order. */
  readonly writes: readonly string[];
}

export const updated = (lines: Lines, ...writes: readonly string[]): Edit => ({
  lines,
  isReplaced: false,
  writes,
});
export const replaced = (lines: Lines, ...writes: readonly string[]): Edit => ({
  lines,
  isReplaced: true,
  writes,
});

export const attributesOf = ({ lines }: Edit): string[] =>
  Object.keys(lines).filter((name) => lines[name] !== undefined);

/** Why there is no invalid value. */
export interface None {
  readonly none: string;
}
export const FLAG: None = { none: "both values are right" };

/** The life of one type, as data. */
export interface Story {
  /** The type's name without the provider's. */
  readonly type: string;
  /** Whether it is on the nodes of a cluster: the API that it is written by is another one. */
  readonly onNodes?: true;
  /** Puts into the account what the type needs to be there, beside the clusters of all that is on nodes. */
  readonly prepare?: (emulator: EmulatorServer) => void;
  readonly lines: Lines;
  /** Requests of the create that write. */
  readonly creates: readonly string[];
  /** One after the other, each from where the one before has led. */
  readonly edits: readonly Edit[];
  /** For each attribute a value of the right type that cannot be right, or the reason why there is none. */
  readonly invalid: Readonly<Record<string, string | None>>;
  /** What the id of an import consists of; null: cannot be imported. */
  readonly importId: ((values: Record<string, unknown>) => string) | null;
  /** The plan of an import: nothing, or one update in place that sends nothing (docs/design/laws.md#l5). */
  readonly imported?: "no-op" | "update";
  /** Attributes that an import finds in other words, or not at all. */
  readonly reworded?: readonly string[];
  /** Takes it away behind Terraform's back; null: its absence can never be seen. */
  readonly takeAway: ((emulator: EmulatorServer, values: Record<string, unknown>) => void) | null;
  /** Requests of the destroy that write. */
  readonly destroys: readonly string[];
}

/** What the configuration of a story ends with. */
export const lastLines = ({ lines, edits }: Story): Lines =>
  Object.assign({}, lines, ...edits.map((edit) => edit.lines));

export function resourceText({ type }: Story, lines: Lines): string {
  return `resource "searchcloud_${type}" "it" {\n${body(lines)}\n}`;
}
