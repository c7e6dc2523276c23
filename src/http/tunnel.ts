import { isIP } from "node:net";
import { type Agent, type buildConnector, type Dispatcher, Pool, ProxyAgent } from "undici";
import type { TlsOptions } from "./authorities";
import type { HttpProxy } from "./proxy";

/** The proxy opened no tunnel: nothing of the request was sent. Holds no credentials. */
export class TunnelError extends Error {
  override readonly name = "TunnelError";
  /** The status of the proxy's rejection; null if it did not answer. */
  readonly status: number | null;
  /** The authentication schemes that the proxy asks for (Proxy-Authenticate). */
  readonly schemes: string;

  constructor({ status, schemes = "", cause }: { status?: number; schemes?: string; cause?: unknown }) {
    super(status === undefined ? "no tunnel" : `no tunnel: status ${status}`, { cause });
    this.status = status ?? null;
    this.schemes = schemes;
  }
}

/**
 * Creates an agent that sends all requests through tunnels (CONNECT) of a proxy. It fails with {@link TunnelError}.
 * @param connect options of every connection, to the proxy and through it
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
      // TLS has no server name for an address (RFC 6066), and Node warns about one.
      const unnamed: buildConnector.connector = (to, connected) =>
        connector({ ...to, servername: isIP(to.hostname) ? "" : to.servername }, connected);
      return opening(new Pool(url, { ...given, connect: unnamed }), connect.timeout);
    },
  });
}

/**
 * Makes a pool report why it opens no tunnel, which undici would hide in a message, and limits the time that this takes.
 * Without this, undici would also retry endlessly after the code of a closed connection.
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
