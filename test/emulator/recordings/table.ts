import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Kind } from "./compare";
import type { Version } from "./recorded";

/** Why the emulator may answer otherwise than the genuine server. */
export const REASONS = {
  open: "Not imitated yet.",
  quality:
    "Search quality: ranking, typo rules beyond the simple ones, languages (docs/design/data-plane.md#emulated-search).",
  models: "No model can be loaded, there and here.",
} as const;
export type Reason = keyof typeof REASONS;

/** What differs of one step, by version, as a list of kinds with commas. */
export type Row = { readonly [V in Version]?: string } & { readonly reason: Reason };

/** The table of a scenario, by step. */
export type Table = Readonly<Record<string, Row>>;

export function fileOf(scenario: string): string {
  return join(__dirname, "differences", `${scenario}.json`);
}

/** The table of a scenario; empty where it has no file, because nothing differs. */
export function tableOf(scenario: string): Table {
  try {
    return JSON.parse(readFileSync(fileOf(scenario), "utf8")) as Table;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

/** What the table of a scenario says for one version. */
export function expected(table: Table, version: Version): Record<string, string> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([step, row]) => (row[version] ? [[step, row[version]]] : [])),
  );
}

export function asText(kinds: readonly Kind[]): string {
  return kinds.join(", ");
}
