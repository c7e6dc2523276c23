import { Agent, type Dispatcher, fetch, Pool } from "undici";
import { isLoopback } from "../../src/api/addresses";
import { tlsOptions } from "../../src/http/authorities";
import { ConfigurationError } from "../../src/http/error";
import { basicCredentials, describeProxy, proxyFor } from "../../src/http/proxy";
import { TunnelError, tunnelAgent } from "../../src/http/tunnel";
import { ToolError } from "./tool";

const HASHICORP = "https://releases.hashicorp.com";
const VARIABLE = "SEARCHCLOUD_TERRAFORM_RELEASES_URL";
/** The most bytes of a file, far more than a release has, so that a broken site does not fill the memory. */
const LARGEST = 500e6;
const CONNECT = tlsOptions(15_000);
const TIMEOUTS = { headersTimeout: 30_000, bodyTimeout: 30_000 };

/** A site with HashiCorp's files under the same paths. */
export class ReleaseSite {
  private constructor(
    /** Without a user and password. */
    readonly url: string,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly dispatcher: Dispatcher,
    /** Describes the proxy. */
    private readonly proxy: string | undefined,
  ) {}

  /** Opens HashiCorp's site, or the configured one. @throws ToolError if the address is invalid or unsafe */
  static of(env: NodeJS.ProcessEnv): ReleaseSite {
    const given = env[VARIABLE] || HASHICORP;
    const url = URL.canParse(given) ? new URL(given) : undefined;
    const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
    if (!url || !isSafe) throw rejected(given, "should be an address with https, or with http to loopback");
    const authorization = url.username === "" ? undefined : basicCredentials(url);
    if (url.username !== "" && authorization === undefined)
      throw rejected(given, "has a % in its user or password that is not percent-encoded (as %25)");
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

  /** Downloads a file. @throws Error with the actual response */
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
      if (status !== 200 || body === null) throw new RejectedError(`${url} answers ${status}`);
      let received = 0;
      for await (const chunk of body) {
        chunks.push(chunk);
        received += chunk.length;
        if (received > LARGEST) throw new RejectedError(`${url} is larger than ${LARGEST / 1e6} MB`);
        progress(received, Math.max(received, Number(headers.get("content-length") ?? 0)));
      }
    } catch (error) {
      if (error instanceof RejectedError) throw error;
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

class RejectedError extends Error {}

/** Connects to each host directly or through a proxy, as the provider does: a mirror may redirect to another host. */
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

/** @param given may contain a password, which is not shown */
function rejected(given: string, problem: string): ToolError {
  return new ToolError(`${VARIABLE} is "${given.replace(/^([a-z]+:\/\/)?.*@/i, "$1…@")}", and ${problem}.`);
}

/** Returns the innermost message: undici wraps the cause into "fetch failed" and "terminated". */
function reason(error: unknown): string {
  if (error instanceof TunnelError && error.status !== null)
    return `the proxy opened no tunnel and returned ${error.status}`;
  const { cause, message, code } = error as NodeJS.ErrnoException & { readonly cause?: unknown };
  return typeof cause === "object" && cause !== null ? reason(cause) : message || String(code);
}
