import { MOST_REQUESTS_PER_MINUTE, REQUESTS_PER_MINUTE, SUGGESTED_POLL_INTERVAL_MS } from "../api/limits";
import {
  checks,
  defineSchema,
  isUnknown,
  type Plannable,
  parseDuration,
  TerraformError,
  t,
  type Unknown,
  type ValuesOf,
  type ValueValidator,
} from "../framework";
import { nodeKeyProblem, nodeUrlTemplateProblem, trimmedUrl } from "./model/nodeUrl";
import { REFRESH_CHANGES } from "./model/refreshChanges";
import { type DataApiKey, NODE_URL, type Service } from "./shared/service";

const DIALECTS = ["search-cloud", "typesense-cloud"] as const;

/** The provider block. Every attribute is optional, and each has its environment variable (docs/design/architecture.md#types). */
export const providerSchema = defineSchema({
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
  ca_certificate_file: {
    type: t.string,
    mode: "optional",
    description:
      "Path of a file with certificates of authorities (PEM, one or more) that are trusted beside those that Node trusts: for a proxy or a service with a certificate that your company has issued. A relative path starts at the folder in which Terraform runs. Environment variable: `SEARCHCLOUD_CA_CERTIFICATE_FILE`.",
  },
  dialect: {
    type: t.string,
    mode: "optional",
    description:
      "Field names of the service's API: `search-cloud` or `typesense-cloud`. The default is `search-cloud`. Environment variable: `SEARCHCLOUD_DIALECT`.",
    validators: [checks.oneOf(...DIALECTS)],
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
    validators: [checks.between(0, MOST_REQUESTS_PER_MINUTE)],
  },
  server_parameters_max_age: {
    type: t.string,
    mode: "optional",
    description:
      "How old the `server_parameters` that a refresh found may be when a plan uses them again, a duration such as `12h`. A refresh reads them with one request per cluster; within this time, a cluster on which nothing else has changed costs none, and the plan says so. Drift of its parameters shows up that much later. The default is `0s`: every refresh reads them. Environment variable: `SEARCHCLOUD_SERVER_PARAMETERS_MAX_AGE`.",
    validators: [checks.duration("0s")],
  },
  allow_duplicate_names: {
    type: t.bool,
    mode: "optional",
    description:
      "Whether a cluster may be created under a name that already exists in the account. The default is `false`: repeating a create that was interrupted would otherwise create a second billed cluster. Environment variable: `SEARCHCLOUD_ALLOW_DUPLICATE_NAMES`.",
  },
  strict_options: {
    type: t.bool,
    mode: "optional",
    description:
      "Whether a plan fails for a memory, vCPU, region or network that the cluster options of the service do not list. Otherwise it warns, and the service decides at apply. If the options cannot be read, a plan warns in either case. The default is `false`. Environment variable: `SEARCHCLOUD_STRICT_OPTIONS`.",
  },
  data_api_key: {
    type: t.string,
    mode: "optional",
    sensitive: true,
    description:
      "Data-plane key for collections, aliases, keys, documents and whatever else is on the nodes of a cluster, for resources without their own `api_key`. Prefer the environment variable `SEARCHCLOUD_DATA_API_KEY`, which keeps the key out of plan files.",
    validators: [nodeKeyProblem],
  },
  node_url: {
    type: t.string,
    mode: "optional",
    description:
      "URL of a node, with `{hostname}` where the hostname of the node belongs: for private links, say. Plain HTTP is allowed for loopback addresses only. The default is `https://{hostname}`. Environment variable: `SEARCHCLOUD_NODE_URL`.",
    validators: [nodeUrlTemplateProblem],
  },
});

/** Settings that only the nodes need. If one is unknown, the management API can still be used. */
const FOR_NODES: readonly (keyof ProviderValues)[] = ["data_api_key", "node_url"];

export type ProviderValues = ValuesOf<typeof providerSchema>;
/** The environment variables that supply settings which the provider block omits. */
export type Environment = { readonly [name: string]: string | undefined };

export type Settings = NonNullable<ReturnType<typeof settingsFrom>>;

/** Returns the settings from the environment alone. */
export function settingsFromEnvironment(env: Environment): Settings {
  const nothing = Object.fromEntries(Object.keys(providerSchema).map((name) => [name, null]));
  const settings = settingsFrom(nothing as Plannable<ProviderValues>, env);
  if (!settings) throw new Error("Settings from the environment are never unknown.");
  return settings;
}

/**
 * Returns the settings: from the provider block first, then the environment, then the defaults. Undefined while a setting is
 * unknown, unless only the nodes need it.
 */
export function settingsFrom(config: Plannable<ProviderValues>, env: Environment) {
  const names = Object.keys(providerSchema) as (keyof ProviderValues)[];
  if (names.some((name) => isUnknown(config[name]) && !FOR_NODES.includes(name))) return undefined;
  const given = names.map((name) => [name, config[name] ?? valueIn(env, name)]);
  const values: ProviderValues = Object.fromEntries(given);
  const { node_url: nodeUrl, data_api_key: key }: Plannable<ProviderValues> = values;
  const forNodes: Pick<Service, "dataApiKey" | "nodeUrl"> = {
    dataApiKey: dataApiKeyFrom(config.data_api_key, key),
    nodeUrl: isUnknown(nodeUrl) ? nodeUrl : trimmedUrl(nodeUrl ?? NODE_URL),
  };
  return {
    apiKey: values.api_key ?? undefined,
    baseUrl: values.base_url ?? undefined,
    caCertificateFile: values.ca_certificate_file ?? undefined,
    dialect: DIALECTS.find((dialect) => dialect === values.dialect) ?? DIALECTS[0],
    pollInterval: parseDuration(values.poll_interval ?? "") ?? SUGGESTED_POLL_INTERVAL_MS,
    requestsPerMinute: values.requests_per_minute ?? REQUESTS_PER_MINUTE,
    parametersMaxAge: parseDuration(values.server_parameters_max_age ?? "") ?? 0,
    allowDuplicateNames: values.allow_duplicate_names ?? false,
    strictOptions: values.strict_options ?? false,
    refreshesChanges: refreshesChangesIn(env),
    ...forNodes,
  };
}

function refreshesChangesIn(env: Environment): boolean | null {
  const text = env[REFRESH_CHANGES] ?? "";
  if (text === "") return null;
  const value = parsed(text, "bool");
  if (typeof value === "boolean") return value;
  throw new TerraformError(
    `Invalid value in ${REFRESH_CHANGES}`,
    `It must be "true" or "false", not "${text}".`,
  );
}

/** @param configured the value of the provider block, before the environment */
function dataApiKeyFrom(
  configured: string | Unknown | null,
  value: string | Unknown | null,
): DataApiKey | Unknown | undefined {
  if (value === null || isUnknown(value)) return value ?? undefined;
  const origin = configured === null ? "SEARCHCLOUD_DATA_API_KEY" : "data_api_key of the provider";
  return { value, origin };
}

/**
 * Returns the value of an attribute's environment variable; null if that is empty or not set. Terraform does not validate it, so
 * the checks of the schema run here.
 */
function valueIn(env: Environment, name: keyof ProviderValues): string | number | boolean | null {
  const variable = `SEARCHCLOUD_${name.toUpperCase()}`;
  const text = env[variable] ?? "";
  if (text === "") return null;
  const { type, ...attribute } = providerSchema[name];
  const value = parsed(text, String(type.cty));
  const checked: readonly ValueValidator[] = "validators" in attribute ? attribute.validators : [];
  const problem =
    value === undefined
      ? `must be ${type === t.bool ? '"true" or "false"' : "a whole number"}, not "${text}"`
      : checked.map((check) => check(value as never)).find((found) => found !== undefined);
  if (value === undefined || problem !== undefined)
    throw new TerraformError(`Invalid value in ${variable}`, `It ${problem}.`);
  return value;
}

function parsed(text: string, type: string): string | number | boolean | undefined {
  if (type === "string") return text;
  if (type === "number") return /^-?\d+$/.test(text) ? Number(text) : undefined;
  if (/^(true|1)$/i.test(text)) return true;
  return /^(false|0)$/i.test(text) ? false : undefined;
}
