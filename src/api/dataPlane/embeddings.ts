/**
 * Models that compute the vectors of a field (`embed`), and their credentials, as the source of servers 25 to 30 has them
 * (docs/design/data-plane.md#model-keys). Pure data and text: constructs import it.
 */

/** The services whose models need an `api_key`, as they are named before the slash of `model_name`. */
const KEYED_SERVICES: readonly string[] = ["openai", "google", "azure"];
/** Names before the slash of models without an `api_key`: those that the server runs itself, and those with other credentials. */
const UNKEYED_SERVICES: readonly string[] = ["ts", "gcp"];
/** Properties of `model_config` that hold credentials. */
const CREDENTIALS = ["api_key", "access_token", "refresh_token", "client_secret", "service_account"] as const;
/** Properties that are secret at any depth: with the key in the account of a service. */
const SECRETS: readonly string[] = [
  ...CREDENTIALS.filter((name) => name !== "service_account"),
  "private_key",
];

/** The configuration of a model: `embed.model_config` of a field. */
interface ModelConfig {
  readonly model_name: string;
  readonly [property: string]: unknown;
}

/** Returns the configuration of the model of a field; undefined: it has none. */
export function modelConfigOf({ embed }: { readonly [property: string]: unknown }): ModelConfig | undefined {
  const config = isObject(embed) ? embed.model_config : undefined;
  return isObject(config) && typeof config.model_name === "string" ? (config as ModelConfig) : undefined;
}

/** True if the service of a model takes an `api_key`. A service that this provider does not know counts, too. */
export function takesApiKey({ model_name: name }: ModelConfig): boolean {
  return name.includes("/") && !UNKEYED_SERVICES.includes(serviceOf(name));
}

/** True if every server rejects a model of this service without an `api_key`. */
export function needsApiKey({ model_name: name }: ModelConfig): boolean {
  return name.includes("/") && KEYED_SERVICES.includes(serviceOf(name));
}

/** Returns the service of a model by its name: `openai` of `openai/text-embedding-3-small`. */
export function serviceOf(name: string): string {
  return name.slice(0, name.indexOf("/"));
}

/** True if a model has a credential of its own. */
export function hasOwnCredential(config: ModelConfig): boolean {
  return CREDENTIALS.some((name) => (config[name] ?? null) !== null);
}

/** True if a string is redacted: servers show at most the first five characters of a credential, and stars instead of the others. */
export function isRedactedText(value: unknown): boolean {
  return typeof value === "string" && /\*{3,}$/.test(value);
}

/** True if a property holds a secret. Servers redact it; a short one keeps all of its characters but one or two, and an unknown server may show all. */
export function isSecretProperty(name: string): boolean {
  return SECRETS.includes(name);
}

/** Returns the part of a redacted string that is visible. */
export function visiblePart(text: string): string {
  return text.replace(/\*{3,}$/, "");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
