import { isIP } from "node:net";
import { type Agent, type buildConnector, type Dispatcher, Pool, ProxyAgent } from "undici";
import type { TlsOptions } from "./authorities";
import type { HttpProxy } from "./proxy";

/** The proxy has opened no tunnel: nothing of the request has left. Holds no credentials. */
export class TunnelError extends Error {
  override readonly name = "TunnelError";
  /** Status with which the proxy refused; null when it did not answer. */
  readonly status: number | null;
  /** How the proxy wants credentials to be given, as it says (Proxy-Authenticate). */
  readonly schemes: string;

  constructor({ status, schemes = "", cause }: { status?: number; schemes?: string; cause?: unknown }) {
    super(status === undefined ? "no tunnel" : `no tunnel: status ${status}`, { cause });
    this.status = status ?? null;
    this.schemes = schemes;
  }
}

/**
 * An agent all of whose requests go through tunnels (CONNECT) of a proxy. It fails with {@link TunnelError}.
 * @param connect how every connection is made, to the proxy and through it.
 */
export function tunnelAgent(
  { origin, authorization }: HttpProxy,
  connect: TlsOptions,
  options: Pick<Agent.Options, "pipelining" | "headersTimeout" | "bodyTimeout">,
): Dispatcher {
  return new ProxyAgent({
    ...options,
    uri: origin,
    ...(authorization !== null && { token: authorization }),
    proxyTls: connect,
    requestTls: connect,
    clientFactory: (url, given) => {
      const { connect: connector } = given as { connect: buildConnector.connector };
      // TLS has no server name for an address (RFC 6066), and Node warns of one.
      const unnamed: buildConnector.connector = (to, connected) =>
        connector({ ...to, servername: isIP(to.hostname) ? "" : to.servername }, connected);
      return opening(new Pool(url, { ...given, connect: unnamed }), connect.timeout);
    },
  });
}

/**
 * Lets a pool say why it opens no tunnel, which undici would hide in a text, and limits the time that this takes. Besides,
 * undici tries again without end when the code of a failure is that of a connection that was closed.
 */
function opening(pool: Pool, timeout: number): Pool {
  const open = pool.connect.bind(pool) as (
    request: Dispatcher.ConnectOptions,
  ) => Promise<Dispatcher.ConnectData>;
  const connect = async (request: Dispatcher.ConnectOptions) => {
    const answer = await open({ ...request, headersTimeout: timeout } as Dispatcher.ConnectOptions).catch(
      (cause: unknown) => {
        throw new TunnelError({ cause });
      },
    );
    if (answer.statusCode === 200) return answer;
    answer.socket.on("error", () => undefined).destroy();
    throw new TunnelError({
      status: answer.statusCode,
      schemes: String(answer.headers["proxy-authenticate"] ?? ""),
    });
  };
  return Object.assign(pool, { connect });
}
