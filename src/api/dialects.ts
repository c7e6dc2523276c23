/**
 * The two dialects of the API (docs/design/api-assumptions.md#dialects). All code uses the canonical one, `search-cloud`; names
 * are exchanged where a body is sent and where an answer arrives.
 */

import { SETTING_NAMES, settingOf } from "./settings";

interface DialectNames {
  /** Header that carries the management key. */
  readonly managementKeyHeader: string;
  /** Header that carries a key of the data plane. */
  readonly dataPlaneKeyHeader: string;
  /** Canonical name → name in this dialect. */
  readonly names: Readonly<Record<string, string>>;
}

/** The settings that have another name in the public service's dialect. */
const RENAMED = SETTING_NAMES.flatMap((name) => {
  const { dialectName } = settingOf(name);
  return dialectName === undefined ? [] : [[name, dialectName] as const];
});

export const DIALECTS = {
  "search-cloud": {
    managementKeyHeader: "x-search-cloud-management-api-key",
    dataPlaneKeyHeader: "x-search-api-key",
    names: {},
  },
  "typesense-cloud": {
    managementKeyHeader: "x-typesense-cloud-management-api-key",
    dataPlaneKeyHeader: "x-typesense-api-key",
    names: Object.fromEntries(
      ["", "new_", "old_"].flatMap((prefix) =>
        RENAMED.map(([name, spoken]) => [`${prefix}${name}`, `${prefix}${spoken}`]),
      ),
    ),
  },
} as const satisfies Record<string, DialectNames>;

export type Dialect = keyof typeof DIALECTS;

/**
 * The headers that carry a key to a node, in any dialect. A self-hosted server accepts only that of the public service,
 * whatever the management API speaks, and ignores the other one (docs/design/data-plane.md#nodes).
 */
export const DATA_PLANE_KEY_HEADERS: readonly string[] = Object.values(DIALECTS).map(
  ({ dataPlaneKeyHeader }) => dataPlaneKeyHeader,
);

/** The keys of envelopes that hold a record, or a list of records. */
const RECORD_KEYS: ReadonlySet<string> = new Set([
  "cluster",
  "clusters",
  "configuration_change",
  "configuration_changes",
  "cloning_operation",
  "cloning_operations",
]);

/** Renames the keys of a canonical body or answer to those of a dialect. Values and user data stay as they are. */
export function toDialect<T>(dialect: Dialect, value: T): T {
  const pairs: readonly (readonly [string, string])[] = Object.entries(DIALECTS[dialect].names);
  if (pairs.length === 0) return value;
  // Each name is exchanged with its counterpart, so that nothing is lost if a value has both.
  const counterpart = new Map([...pairs, ...pairs.map(([a, b]) => [b, a] as const)]);
  return atRecords(value, (key) => counterpart.get(key) ?? key) as T;
}

/** Renames the keys of a body or answer in a dialect to the canonical ones: {@link toDialect} is its own inverse. */
export const fromDialect = toDialect;

function atRecords(value: unknown, rename: (key: string) => string): unknown {
  const renamed = renameRecords(value, rename);
  if (!isObject(renamed)) return renamed;
  const entries = Object.entries(renamed).map(([key, item]) => {
    return [key, RECORD_KEYS.has(key) ? renameRecords(item, rename) : item];
  });
  return Object.fromEntries(entries);
}

/** Renames the keys of a record, or of each record in a list. */
function renameRecords(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => (isObject(item) ? renameRecords(item, rename) : item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [rename(key), item]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
