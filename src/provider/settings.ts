import { REQUESTS_PER_MINUTE, SUGGESTED_POLL_INTERVAL_MS } from "../api/limits";
import {
  checks,
  defineSchema,
  isUnknown,
  type Plannable,
  parseDuration,
  t,
  type ValuesOf,
} from "../framework";

/** The provider block. Every attribute is optional, and each has its environment variable (docs/design/architecture.md#types). */
export const schema = defineSchema({
  api_key: {
    type: t.string,
    mode: "optional",
    sensitive: true,
    description:
      "Cluster Management API key. Prefer the environment variable `SEARCHCLOUD_API_KEY`, which keeps the key out of plan files.",
  },
  base_url: {
    type: t.string,
    mode: "optional",
    description:
      "Base URL of the management API, with its version segment (`https://…/api/v1`). Plain HTTP is allowed for loopback addresses only. Environment variable: `SEARCHCLOUD_BASE_URL`.",
  },
  dialect: {
    type: t.string,
    mode: "optional",
    description:
      "Field names of the service's API: `search-cloud` or `typesense-cloud`. The default is `search-cloud`. Environment variable: `SEARCHCLOUD_DIALECT`.",
    validators: [checks.oneOf("search-cloud", "typesense-cloud")],
  },
  poll_interval: {
    type: t.string,
    mode: "optional",
    description:
      "Time between two polls while apply waits, a duration such as `30s`. The default is `60s`. Environment variable: `SEARCHCLOUD_POLL_INTERVAL`.",
    validators: [checks.duration("1ms")],
  },
  requests_per_minute: {
    type: t.number,
    mode: "optional",
    description:
      "Requests per minute that one run may send with one key; `0` sets no limit on this side. The default is `30`, the service's own limit. Environment variable: `SEARCHCLOUD_REQUESTS_PER_MINUTE`.",
    validators: [checks.between(0, 100_000)],
  },
  allow_duplicate_names: {
    type: t.bool,
    mode: "optional",
    description:
      "Whether a cluster may be created under a name that already exists in the account. The default is `false`: repeating a create that was interrupted would otherwise create a second billed cluster. Environment variable: `SEARCHCLOUD_ALLOW_DUPLICATE_NAMES`.",
  },
});

export type ProviderValues = ValuesOf<typeof schema>;
export type Environment = { readonly [name: string]: string | undefined };

export interface Settings {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly dialect: "search-cloud" | "typesense-cloud";
  /** Milliseconds. */
  readonly pollInterval: number;
  readonly requestsPerMinute: number;
  readonly allowDuplicateNames: boolean;
}

/** An invalid value from the environment, which Terraform does not validate. */
export class SettingError extends Error {
  readonly summary: string;

  constructor(
    variable: string,
    readonly detail: string,
  ) {
    super(detail);
    this.summary = `Invalid value in ${variable}`;
  }
}

/** The settings: the provider block first, then the environment, then the defaults. Undefined while any is unknown. */
export function settingsFrom(config: Plannable<ProviderValues>, env: Environment): Settings | undefined {
  const known: Partial<ProviderValues> = {};
  for (const [name, value] of Object.entries(config)) {
    if (isUnknown(value)) return undefined;
    Object.assign(known, { [name]: value });
  }
  const text = (configured: string | null | undefined, variable: string) =>
    configured ?? (env[variable] === "" ? undefined : env[variable]);
  return {
    apiKey: text(known.api_key, "SEARCHCLOUD_API_KEY"),
    baseUrl: text(known.base_url, "SEARCHCLOUD_BASE_URL"),
    dialect: dialect(text(known.dialect, "SEARCHCLOUD_DIALECT") ?? "search-cloud"),
    pollInterval: interval(
      text(known.poll_interval, "SEARCHCLOUD_POLL_INTERVAL") ?? `${SUGGESTED_POLL_INTERVAL_MS / 1000}s`,
    ),
    requestsPerMinute: budget(
      text(known.requests_per_minute?.toString(), "SEARCHCLOUD_REQUESTS_PER_MINUTE") ??
        String(REQUESTS_PER_MINUTE),
    ),
    allowDuplicateNames: flag(
      text(known.allow_duplicate_names?.toString(), "SEARCHCLOUD_ALLOW_DUPLICATE_NAMES") ?? "false",
    ),
  };
}

function dialect(value: string): Settings["dialect"] {
  if (value === "search-cloud" || value === "typesense-cloud") return value;
  throw new SettingError(
    "SEARCHCLOUD_DIALECT",
    `It must be "search-cloud" or "typesense-cloud", not "${value}".`,
  );
}

function interval(value: string): number {
  const milliseconds = parseDuration(value);
  if (milliseconds !== undefined && milliseconds > 0) return milliseconds;
  throw new SettingError("SEARCHCLOUD_POLL_INTERVAL", `It must be a duration such as "60s", not "${value}".`);
}

function budget(value: string): number {
  if (/^\d+$/.test(value)) return Number(value);
  throw new SettingError(
    "SEARCHCLOUD_REQUESTS_PER_MINUTE",
    `It must be a whole number, 0 for no limit on this side, not "${value}".`,
  );
}

function flag(value: string): boolean {
  if (/^(true|1)$/i.test(value)) return true;
  if (/^(false|0)$/i.test(value)) return false;
  throw new SettingError(
    "SEARCHCLOUD_ALLOW_DUPLICATE_NAMES",
    `It must be "true" or "false", not "${value}".`,
  );
}
