import type { EmulatorServer } from "../../../src/emulator";
import { type Feature, lacking } from "../../support/features";
import { body, type Lines } from "../support";

/** One edit of a configuration, and its expected result. */
export interface Edit {
  /** The edited lines: each attribute with a value here is edited. */
  readonly lines: Lines;
  /** True if each of these attributes requires replacement; otherwise, the resource is updated in place. */
  readonly isReplaced: boolean;
  /** The write requests, by operation, in their order. */
  readonly writes: readonly string[];
  /** A feature of the tool that the edit needs; with a tool that lacks it, the edit is left out. */
  readonly needs?: Feature;
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

/** An edit that sets write-only arguments. */
export const updatedWriteOnly = (lines: Lines, ...writes: readonly string[]): Edit => ({
  ...updated(lines, ...writes),
  needs: "write-only arguments",
});

export const attributesOf = ({ lines }: Edit): string[] =>
  Object.keys(lines).filter((name) => lines[name] !== undefined);

/** The reason for having no invalid value. */
export interface None {
  readonly none: string;
}
export const FLAG: None = { none: "both values are right" };

/** The life of one type, as data. */
export interface Story {
  /** The type's name without the provider's. */
  readonly type: string;
  /** True if it is on the nodes of a cluster, and so written by the data-plane API. */
  readonly onNodes?: true;
  /** Adds to the account the records that the type needs, besides the clusters of all types on nodes. */
  readonly prepare?: (emulator: EmulatorServer) => void;
  readonly lines: Lines;
  /** The write requests of the create. */
  readonly creates: readonly string[];
  /** The edits in sequence, each based on the result of the one before; {@link editsOf} has those that the tool can make. */
  readonly edits: readonly Edit[];
  /** For each attribute, an invalid value of the right type, or the reason for having none. */
  readonly invalid: Readonly<Record<string, string | None>>;
  /** Returns the id of an import; null: cannot be imported. */
  readonly importId: ((values: Record<string, unknown>) => string) | null;
  /** The plan of an import: nothing, or one update in place that sends nothing (docs/design/laws.md#l5). */
  readonly imported?: "no-op" | "update";
  /** The write requests of the apply after an import: those of values that no response shows. @default none */
  readonly importWrites?: readonly string[];
  /** Attributes that an import finds in another notation, or not at all. */
  readonly reworded?: readonly string[];
  /** Deletes it outside of Terraform; null: its absence can never be seen. */
  readonly takeAway: ((emulator: EmulatorServer, values: Record<string, unknown>) => void) | null;
  /** The write requests of the destroy. */
  readonly destroys: readonly string[];
}

/** Returns the edits of a story that the tool can make. */
export const editsOf = ({ edits }: Story): readonly Edit[] =>
  edits.filter(({ needs }) => needs === undefined || lacking(needs) === undefined);

/** Returns the last configuration of a story. */
export const lastLines = (story: Story): Lines =>
  Object.assign({}, story.lines, ...editsOf(story).map((edit) => edit.lines));

export function resourceText({ type }: Story, lines: Lines): string {
  return `resource "searchcloud_${type}" "it" {\n${body(lines)}\n}`;
}
