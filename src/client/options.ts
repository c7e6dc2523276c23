import { isLoopback } from "../api/addresses";
import { DIALECTS, type Dialect } from "../api/dialects";
import { ConfigurationError } from "../http/error";
import type { NetworkOptions } from "../http/exchange";

/** The options of a client. */
export interface ClientOptions extends NetworkOptions {
  /** Base URL of the API, with its version segment, with or without a slash at the end. */
  readonly baseUrl: string | null | undefined;
  /** The management key. */
  readonly apiKey: string | null | undefined;
  readonly dialect: Dialect;
  /** Milliseconds between two polls of a wait. */
  readonly pollInterval: number;
  /** The most requests per minute; 0: no limit of our own. */
  readonly requestsPerMinute: number;
}

const isBlank = (given: string | null | undefined): given is null | undefined =>
  given === null || given === undefined || given.trim() === "";

const SET_KEY =
  "Set the environment variable SEARCHCLOUD_API_KEY (it is then in no plan file), or the provider attribute api_key, to a Cluster Management API key.";
const SET_BASE_URL =
  "Set the provider attribute base_url, or the environment variable SEARCHCLOUD_BASE_URL, to the address of the management API, up to and including its version segment (as in https://host.example/api/v1).";

/** Returns the base URL without a slash at its end, or throws {@link ConfigurationError}. */
export function checkBaseUrl(given: string | null | undefined): string {
  const refused = (summary: string, detail: string, isMissing = false) =>
    new ConfigurationError("base_url", summary, detail, isMissing);
  if (isBlank(given)) throw refused("Missing base URL of the management API", SET_BASE_URL, true);
  if (!URL.canParse(given.trim()))
    throw refused(
      "The base URL is not a URL",
      "base_url (or SEARCHCLOUD_BASE_URL) cannot be read as an absolute address. Set it to one, as in https://host.example/api/v1.",
    );
  const url = new URL(given.trim());
  if (url.username !== "" || url.password !== "")
    throw refused(
      "The base URL contains credentials",
      "The base URL appears in messages and logs. Remove the user name and the password from base_url (or SEARCHCLOUD_BASE_URL); the management key belongs into api_key or SEARCHCLOUD_API_KEY.",
    );
  if (url.search !== "" || url.hash !== "")
    throw refused(
      "The base URL contains a query or a fragment",
      `base_url (or SEARCHCLOUD_BASE_URL) must end with its path: remove what follows ${url.origin}${url.pathname}.`,
    );
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname)))
    throw refused(
      "The base URL is not https",
      `base_url (or SEARCHCLOUD_BASE_URL) is ${url.protocol}//${url.host}. The management key is sent over https only; plain http is allowed only to this machine (localhost, 127.0.0.0/8, [::1]). Use the https address.`,
    );
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

/** Returns the key, or throws {@link ConfigurationError}. */
export function checkApiKey(given: string | null | undefined): string {
  const refused = (summary: string, detail: string, isMissing = false) =>
    new ConfigurationError("api_key", summary, detail, isMissing);
  if (given === null || given === undefined || given === "")
    throw refused("Missing management API key", SET_KEY, true);
  if (!/^[\x21-\x7e]+$/.test(given))
    throw refused(
      "The management API key contains a character that no key has",
      "The value of api_key (or SEARCHCLOUD_API_KEY) contains a space, a line break or another character that cannot be sent in a header; a line break at the end often comes from reading the key from a file. Copy the key exactly as it was shown when it was created.",
    );
  return given;
}

/** Checks both. An invalid value is reported before a missing one, which may not be needed. */
export function checkConnection({ apiKey, baseUrl }: Pick<ClientOptions, "apiKey" | "baseUrl">) {
  if (!isBlank(baseUrl)) checkBaseUrl(baseUrl);
  else if (isBlank(apiKey))
    throw new ConfigurationError(
      "api_key",
      "Missing management API key and base URL",
      `${SET_KEY} ${SET_BASE_URL}`,
      true,
    );
  return { apiKey: checkApiKey(apiKey), baseUrl: checkBaseUrl(baseUrl) };
}

/** Throws {@link ConfigurationError} unless the dialect and both numbers can be used. */
export function checkSettings({
  dialect,
  pollInterval,
  requestsPerMinute,
}: Pick<ClientOptions, "dialect" | "pollInterval" | "requestsPerMinute">): void {
  if (!Object.hasOwn(DIALECTS, dialect))
    throw new ConfigurationError(
      "dialect",
      "Unknown dialect of the management API",
      `dialect (or SEARCHCLOUD_DIALECT) is ${JSON.stringify(dialect)}. Use ${Object.keys(DIALECTS).join(" or ")}.`,
    );
  if (!Number.isFinite(pollInterval) || pollInterval <= 0)
    throw new ConfigurationError(
      "poll_interval",
      "The poll interval is not a length of time",
      "Set poll_interval (or SEARCHCLOUD_POLL_INTERVAL) to more than 0 seconds, as in 60s.",
    );
  if (!Number.isInteger(requestsPerMinute) || requestsPerMinute < 0)
    throw new ConfigurationError(
      "requests_per_minute",
      "The request budget is not a number of requests",
      "Set requests_per_minute (or SEARCHCLOUD_REQUESTS_PER_MINUTE) to a whole number: 1 or more, or 0 for no limit of the provider's own.",
    );
}
