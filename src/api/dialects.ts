/**
 * The two dialects of the API (docs/design/api-assumptions.md#dialects). All code speaks the canonical one, `search-cloud`;
 * names are exchanged where a body leaves and where an answer arrives.
 */

interface DialectNames {
  /** Header that carries the management key. */
  readonly managementKeyHeader: string;
  /** Header that carries a key of the data plane. */
  readonly dataPlaneKeyHeader: string;
  /** Canonical name → name in this dialect. */
  readonly names: Readonly<Record<string, string>>;
}

export const DIALECTS = {
  "search-cloud": {
    managementKeyHeader: "x-search-cloud-management-api-key",
    dataPlaneKeyHeader: "x-search-api-key",
    names: {},
  },
  "typesense-cloud": {
    managementKeyHeader: "x-typesense-cloud-management-api-key",
    dataPlaneKeyHeader: "x-typesense-api-key",
    names: {
      search_server_version: "typesense_server_version",
      new_search_server_version: "new_typesense_server_version",
      old_search_server_version: "old_typesense_server_version",
    },
  },
} as const satisfies Record<string, DialectNames>;

export type Dialect = keyof typeof DIALECTS;

/** Where envelopes hold a record, or a list of records. */
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
  return exchange(DIALECTS[dialect].names, value);
}

/** Renames the keys of a body or answer in a dialect to the canonical ones; the inverse of {@link toDialect}. */
export function fromDialect<T>(dialect: Dialect, value: T): T {
  return exchange(DIALECTS[dialect].names, value);
}

function exchange<T>(names: Readonly<Record<string, string>>, value: T): T {
  const pairs = Object.entries(names);
  if (pairs.length === 0) return value;
  // Each name is exchanged with its counterpart, both ways: so nothing is lost where a value has both, and one
  // walk serves both directions.
  const counterpart = new Map([...pairs, ...pairs.map(([a, b]) => [b, a] as const)]);
  return atRecords(value, (key) => counterpart.get(key) ?? key) as T;
}

function atRecords(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameRecord(item, rename));
  const renamed = renameRecord(value, rename);
  if (!isObject(renamed)) return renamed;
  return Object.fromEntries(
    Object.entries(renamed).map(([key, item]) => {
      if (!RECORD_KEYS.has(key)) return [key, item];
      return [
        key,
        Array.isArray(item) ? item.map((one) => renameRecord(one, rename)) : renameRecord(item, rename),
      ];
    }),
  );
}

function renameRecord(value: unknown, rename: (key: string) => string): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [rename(key), item]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
