import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Kind } from "./compare";
import type { Version } from "./recorded";

/** The reasons for differences from the genuine server. */
export const REASONS = {
  open: "Not imitated yet.",
  quality:
    "Search quality: ranking, typo rules beyond the simple ones, languages (docs/design/data-plane.md#emulated-search).",
  models: "No model can be loaded, there and here.",
} as const;
export type Reason = keyof typeof REASONS;

/** The differences of one step, by version, as a list of kinds separated by commas. */
export type Row = { readonly [V in Version]?: string } & { readonly reason: Reason };

/** The rows of a scenario, by step. */
type Rows = Readonly<Record<string, Row>>;
/** By scenario; scenarios without differences have no entry. */
export type Table = Readonly<Record<string, Rows>>;

export const TABLE_FILE = join(__dirname, "differences.json");

export function readTable(): Table {
  return JSON.parse(readFileSync(TABLE_FILE, "utf8")) as Table;
}

/** Returns the rows of a scenario for one version. */
export function expected(rows: Rows = {}, version: Version): Record<string, string> {
  return Object.fromEntries(
    Object.entries(rows).flatMap(([step, row]) => (row[version] ? [[step, row[version]]] : [])),
  );
}

export function asText(kinds: readonly Kind[]): string {
  return kinds.join(", ");
}
