import { Agent, type Dispatcher, EnvHttpProxyAgent, fetch } from "undici";
import { ConfigurationError } from "../../client/messages/configurationError";
import { proxyFor } from "../../client/request/proxy";
import { isLoopback } from "../../client/request/urls";
import { ToolError } from "./tool";

const HASHICORP = "https://releases.hashicorp.com";
const VARIABLE = "SEARCHCLOUD_TERRAFORM_RELEASES_URL";
/** Neither a release nor its checksums come near them; a broken site must not fill the memory. */
const LARGEST = 500e6;
const TIMEOUTS = { connect: { timeout: 15_000 }, headersTimeout: 30_000, bodyTimeout: 30_000 };

/** A site with the files of HashiCorp's, under the same paths. */
export class ReleaseSite {
  private constructor(
    /** Without a user and password. */
    readonly url: string,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly dispatcher: Dispatcher,
  ) {}

  /** HashiCorp's, or the one that is set. @throws ToolError when the address is none, or not safe. */
  static of(env: NodeJS.ProcessEnv): ReleaseSite {
    const given = env[VARIABLE] || HASHICORP;
    const url = URL.canParse(given) ? new URL(given) : undefined;
    if (!url || !(url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname)))) {
      throw new ToolError(
        `${VARIABLE} is "${given}", and should be an address with https, or with http to loopback.`,
      );
    }
    const { username, password } = url;
    url.username = url.password = "";
    const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
    return new ReleaseSite(
      url.href.replace(/\/$/, ""),
      username ? { authorization: `Basic ${login.toString("base64")}` } : {},
      proxied(url, env),
    );
  }

  /**
   * The content of a file.
   * @throws Error that says what came instead.
   */
  async file(
    path: string,
    progress: (received: number, total: number) => void = () => {},
  ): Promise<Uint8Array> {
    const url = `${this.url}/${path}`;
    const chunks: Uint8Array[] = [];
    try {
      const { status, headers, body } = await fetch(url, {
        headers: this.headers,
        dispatcher: this.dispatcher,
      });
      if (status !== 200 || body === null) throw new Refused(`${url} answers ${status}`);
      let received = 0;
      for await (const chunk of body) {
        chunks.push(chunk);
        received += chunk.length;
        if (received > LARGEST) throw new Refused(`${url} does not end`);
        progress(received, Math.max(received, Number(headers.get("content-length") ?? 0)));
      }
    } catch (error) {
      if (error instanceof Refused) throw error;
      throw new Error(
        `${url} cannot be read (${reason(error)}): check the network, HTTPS_PROXY and NO_PROXY`,
      );
    }
    return Buffer.concat(chunks);
  }

  close(): Promise<void> {
    return this.dispatcher.destroy();
  }
}

class Refused extends Error {}

/** The proxy is the one that the provider would use. undici decides for each host, since a mirror may redirect to another one. */
function proxied(url: URL, env: NodeJS.ProcessEnv): Dispatcher {
  try {
    const proxy = proxyFor(url.href, { ...env, NO_PROXY: undefined, no_proxy: undefined });
    if (proxy === null) return new Agent(TIMEOUTS);
    const { origin, authorization } = proxy;
    return new EnvHttpProxyAgent({
      ...TIMEOUTS,
      ...(authorization !== null && { token: authorization }),
      httpProxy: origin,
      httpsProxy: origin,
      noProxy: env.NO_PROXY || env.no_proxy || "",
    });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ToolError(`${error.summary}. ${error.detail}`);
  }
}

/** The innermost words: undici wraps what happened into "fetch failed" and "terminated". */
function reason(error: unknown): string {
  const { cause, message, code } = error as NodeJS.ErrnoException & { readonly cause?: unknown };
  return typeof cause === "object" && cause !== null ? reason(cause) : message || String(code);
}
