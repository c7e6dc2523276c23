import { isIPv6 } from "node:net";
import { isLoopback } from "../api/addresses";
import type { Secrets } from "../redaction";
import { ConfigurationError } from "./error";

/** The source of the variables of proxies. */
export type Environment = { readonly [name: string]: string | undefined };

/** The proxy through which the service is reached. */
export interface HttpProxy {
  /** `http://host:port` or https, without credentials. */
  readonly origin: string;
  /** The variable that names it. */
  readonly variable: string;
  /** The value of Proxy-Authorization: a secret. Null without credentials. */
  readonly authorization: string | null;
}

export const describeProxy = ({ origin, variable }: HttpProxy): string => `the proxy ${origin} (${variable})`;

/** Adds the credentials of a proxy to the secrets, which are redacted from all output. */
export function redactCredentials(proxy: HttpProxy | null, secrets: Secrets): void {
  const [, encoded = ""] = proxy?.authorization?.split(" ") ?? [];
  const credentials = Buffer.from(encoded, "base64").toString();
  const password = credentials.slice(credentials.indexOf(":") + 1);
  // A password that is too short to be redacted by itself is redacted in what a proxy echoes: user, colon and password.
  for (const secret of [credentials, password]) secrets.add(secret, "the credentials of the proxy");
}

/**
 * The first one that is set counts. For https the variable for http serves as well, because both proxies only carry a tunnel.
 */
const VARIABLES = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"] as const;

/**
 * Returns the proxy that the environment names for a base URL, or null. As in Go, which Terraform is written in, loopback is
 * never proxied. Throws {@link ConfigurationError} if the proxy cannot be used.
 */
export function proxyFor(baseUrl: string, env: Environment): HttpProxy | null {
  const { protocol, hostname, port } = new URL(baseUrl);
  const host = hostname.replace(/^\[|\]$/g, "");
  // Plain HTTP is allowed to loopback only, so every proxied request is https, in a tunnel that hides the key from the proxy.
  if (protocol !== "https:" || isLoopback(hostname)) return null;
  const variable = VARIABLES.find((name) => isSet(env[name]));
  const direct = [env.NO_PROXY, env.no_proxy].find(isSet) ?? "";
  if (variable === undefined || isExcepted(host, port || "443", direct)) return null;
  return parse(variable, env[variable] ?? "", host);
}

const isSet = (value: string | undefined) => value !== undefined && value.trim() !== "";

/** True if NO_PROXY names a host: by its name, a domain above it, or its address; for all ports or for one. */
function isExcepted(host: string, port: string, list: string): boolean {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === "*") return true;
      const [, bracketed, plain, ofPort] = /^(?:\[(.*)\]|(.*?))(?::(\d+))?$/.exec(entry) ?? [];
      if (isIPv6(entry)) return host === entry;
      const named = bracketed ?? plain ?? "";
      if (named === "" || (ofPort !== undefined && ofPort !== port)) return false;
      const domain = named.replace(/^\*?\./, "");
      return (named === domain && host === domain) || host.endsWith(`.${domain}`);
    });
}

function parse(variable: string, value: string, host: string): HttpProxy {
  const refused = (problem: string) =>
    new ConfigurationError(
      null,
      `The proxy in ${variable} cannot be used`,
      `The value of the environment variable ${variable} ${problem}. It is not shown, because it may contain a password. Set it to http://host:port or https://host:port; if the proxy requires credentials, to http://user:password@host:port, with special characters percent-encoded (@ as %40). If ${host} can be reached without a proxy, add it to NO_PROXY.`,
    );
  const given = value.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(given)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "http" && scheme !== "https")
    throw refused(`begins with ${scheme}://, but only http and https proxies are supported`);
  const address = scheme === undefined ? `http://${given}` : given;
  if (!URL.canParse(address)) throw refused("cannot be read as the address of a proxy");
  const url = new URL(address);
  const { origin, username, password, pathname, search, hash } = url;
  // A password that contains a slash reads like this, too: the host is then part of the credentials.
  if (pathname !== "/" || search !== "" || hash !== "") throw refused("contains more than an address");
  if (username === "" && password === "") return { origin, variable, authorization: null };
  const authorization = basicCredentials(url);
  if (authorization === undefined)
    throw refused("has a % in its user name or password that is not percent-encoded (as %25)");
  return { origin, variable, authorization };
}

/** Returns the header's value for the user and password of an address; undefined if they are not percent-encoded correctly. */
export function basicCredentials({ username, password }: URL): string | undefined {
  try {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(credentials).toString("base64")}`;
  } catch {
    return undefined;
  }
}
