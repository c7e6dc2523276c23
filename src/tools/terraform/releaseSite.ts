import { Agent, type Dispatcher, EnvHttpProxyAgent, fetch } from "undici";
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
    const isLoopback = url !== undefined && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
    if (!url || !(url.protocol === "https:" || (url.protocol === "http:" && isLoopback))) {
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
      isLoopback ? new Agent(TIMEOUTS) : proxied(env),
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

function proxied(env: NodeJS.ProcessEnv): Dispatcher {
  try {
    return new EnvHttpProxyAgent({
      ...TIMEOUTS,
      httpProxy: env.http_proxy || env.HTTP_PROXY || "",
      httpsProxy: env.https_proxy || env.HTTPS_PROXY || "",
      noProxy: env.no_proxy || env.NO_PROXY || "",
    });
  } catch (error) {
    throw new ToolError(`HTTPS_PROXY or HTTP_PROXY names no proxy: ${(error as Error).message}.`);
  }
}

/** The innermost words: undici wraps what happened into "fetch failed" and "terminated". */
function reason(error: unknown): string {
  const { cause, message, code } = error as NodeJS.ErrnoException & { readonly cause?: unknown };
  return typeof cause === "object" && cause !== null ? reason(cause) : message || String(code);
}
