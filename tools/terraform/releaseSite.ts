import { Agent, type Dispatcher, fetch, Pool } from "undici";
import { isLoopback } from "../../src/api/addresses";
import { tlsOptions } from "../../src/http/authorities";
import { ConfigurationError } from "../../src/http/error";
import { basicCredentials, describeProxy, proxyFor } from "../../src/http/proxy";
import { TunnelError, tunnelAgent } from "../../src/http/tunnel";
import { ToolError } from "./tool";

const HASHICORP = "https://releases.hashicorp.com";
const VARIABLE = "SEARCHCLOUD_TERRAFORM_RELEASES_URL";
/** Neither a release nor its checksums come near them; a broken site must not fill the memory. */
const LARGEST = 500e6;
const CONNECT = tlsOptions(15_000);
const TIMEOUTS = { headersTimeout: 30_000, bodyTimeout: 30_000 };

/** A site with the files of HashiCorp's, under the same paths. */
export class ReleaseSite {
  private constructor(
    /** Without a user and password. */
    readonly url: string,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly dispatcher: Dispatcher,
    /** What it is reached through, in words. */
    private readonly proxy: string | undefined,
  ) {}

  /** HashiCorp's, or the one that is set. @throws ToolError when the address is none, or not safe. */
  static of(env: NodeJS.ProcessEnv): ReleaseSite {
    const given = env[VARIABLE] || HASHICORP;
    const url = URL.canParse(given) ? new URL(given) : undefined;
    const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
    if (!url || !isSafe) throw refused(given, "should be an address with https, or with http to loopback");
    const authorization = url.username === "" ? undefined : basicCredentials(url);
    if (url.username !== "" && authorization === undefined)
      throw refused(given, "has a % in its user or password that is not percent-encoded (as %25)");
    const login: Readonly<Record<string, string>> = authorization === undefined ? {} : { authorization };
    url.username = url.password = "";
    const address = url.href.replace(/\/$/, "");
    try {
      const proxy = proxyFor(address, env);
      return new ReleaseSite(address, login, agentOf(env), proxy ? describeProxy(proxy) : undefined);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      throw new ToolError(`${error.summary}. ${error.detail}`);
    }
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
      const through = this.proxy ? ` through ${this.proxy}` : "";
      throw new Error(
        `${url} cannot be read${through} (${reason(error)}): check the network, HTTPS_PROXY and NO_PROXY`,
      );
    }
    return Buffer.concat(chunks);
  }

  close(): Promise<void> {
    return this.dispatcher.destroy();
  }
}

class Refused extends Error {}

/** For each host directly or through a proxy, as the provider would reach it: a mirror may redirect to another one. */
function agentOf(env: NodeJS.ProcessEnv): Dispatcher {
  return new Agent({
    factory: (origin) => {
      const proxy = proxyFor(String(origin), env);
      return proxy
        ? tunnelAgent(proxy, CONNECT, TIMEOUTS)
        : new Pool(origin, { connect: CONNECT, ...TIMEOUTS });
    },
  });
}

/** @param given may hold a password, which is not shown. */
function refused(given: string, problem: string): ToolError {
  return new ToolError(`${VARIABLE} is "${given.replace(/^([a-z]+:\/\/)?.*@/i, "$1…@")}", and ${problem}.`);
}

/** The innermost words: undici wraps what happened into "fetch failed" and "terminated". */
function reason(error: unknown): string {
  if (error instanceof TunnelError && error.status !== null)
    return `the proxy opens no tunnel, and answers ${error.status}`;
  const { cause, message, code } = error as NodeJS.ErrnoException & { readonly cause?: unknown };
  return typeof cause === "object" && cause !== null ? reason(cause) : message || String(code);
}
