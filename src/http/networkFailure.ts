import { excerpt } from "../redaction";
import { type Failure, failure } from "./attempt";
import type { HttpProxy } from "./proxy";
import { type Peer, tlsFailure } from "./tlsFailure";
import { AnswerTooLargeError } from "./transport";
import { TunnelError } from "./tunnel";

/** System and library codes of a request that never left this machine, or never got past the TLS handshake. */
const NEVER_SENT: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing accepts connections at this address and port",
  ENOTFOUND: "the name service (DNS) does not know this host name",
  EAI_AGAIN: "the name service does not answer; check the network connection",
  EHOSTUNREACH: "no route leads to this host",
  ENETUNREACH: "the network cannot be reached from this machine",
  EADDRNOTAVAIL: "this machine has no address from which it could connect",
  UND_ERR_CONNECT_TIMEOUT: "the host accepted no connection in time; a firewall may drop it",
};

const MAYBE_SENT: Readonly<Record<string, string>> = {
  ECONNRESET: "the connection was reset before the answer was complete",
  EPIPE: "the connection was closed while the request was being sent",
  ETIMEDOUT: "the connection timed out",
  UND_ERR_SOCKET: "the connection was closed before the answer was complete",
  UND_ERR_HEADERS_TIMEOUT: "no answer began in time",
  UND_ERR_BODY_TIMEOUT: "the answer stopped midway",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the answer is shorter or longer than it announced",
};

/** Node's message (with the code ECONNRESET) for a connection that ended before the request could be written. */
const IN_GREETING = "before secure TLS connection was established";

/** The way to a service or a node. */
export interface Route {
  readonly baseUrl: string;
  readonly proxy: HttpProxy | null;
  /** The settings that the address comes from, as the reader knows them. */
  readonly setting: string;
}

/** Interprets the rejection of a transport. */
export function networkFailure(error: unknown, route: Route): Failure {
  const { baseUrl, proxy, setting } = route;
  if (error instanceof AnswerTooLargeError)
    return failure("contract", { status: error.status, observed: error.message, cause: error });
  const { hostname, port } = new URL(baseUrl);
  const name = `${hostname}:${port || 443}`;
  if (error instanceof TunnelError && proxy !== null)
    return tunnelFailure(error, proxy, { target: name, setting });
  const peer = { name, setting, host: hostname };
  const { code, words, known, tls } = read(error, peer);
  if (tls !== null) return tls;
  const greeting = words.includes(IN_GREETING);
  return failure("network", {
    sent: !greeting && (code === null || !Object.hasOwn(NEVER_SENT, code)),
    code,
    observed: greeting ? `the connection was closed before it was encrypted (${code})` : known,
    cause: error,
  });
}

function read(error: unknown, peer: Peer) {
  const code = codeOf(error);
  const words = excerpt(error instanceof Error ? error.message : String(error), 200);
  const meaning = code === null ? undefined : (NEVER_SENT[code] ?? MAYBE_SENT[code]);
  const known = meaning === undefined ? `${code ?? "no code"}: ${words}` : `${meaning} (${code})`;
  return { code, words, known, tls: code === null ? null : tlsFailure(error, code, words, peer) };
}

/** The failure of a proxy to open a tunnel to `target`: nothing was sent to the service. */
function tunnelFailure(
  error: TunnelError,
  proxy: HttpProxy,
  { target, setting }: { readonly target: string; readonly setting: string },
): Failure {
  const { variable, origin, authorization } = proxy;
  const direct = `If ${target} can be reached without a proxy, add it to NO_PROXY.`;
  const { status, schemes } = error;
  if (status === null) {
    const peer = { name: "the proxy", setting: variable, host: new URL(origin).hostname };
    const { code, known, tls } = read(error.cause, peer);
    const action = `Check that ${variable} is the address of a running proxy that can be reached from here. ${direct}`;
    return (
      tls ??
      failure("network", {
        sent: false,
        code,
        observed: `the proxy opened no tunnel: ${known}`,
        action,
        cause: error,
      })
    );
  }
  const observed = `the proxy answered CONNECT ${target} with status ${status}`;
  if (status === 407)
    return failure("proxy", {
      sent: false,
      observed: `${observed}: ${authorization === null ? "it requires credentials" : "it does not accept the credentials"}`,
      action: credentialsAction(proxy, excerpt(schemes, 100)),
      cause: error,
    });
  // A proxy that refuses by its rules will refuse again; a name that it cannot resolve or reach, it may reach later.
  const isFinal = status < 500 && status !== 408 && status !== 429;
  const action = isFinal
    ? `Ask the operator of the proxy to allow tunnels (CONNECT) to ${target}. ${direct}`
    : `Check the host name in ${setting}, and whether the proxy can reach it. ${direct}`;
  return failure(isFinal ? "proxy" : "network", { sent: false, observed, action, cause: error });
}

function credentialsAction({ variable, authorization }: HttpProxy, schemes: string): string {
  if (schemes !== "" && !/\bbasic\b/i.test(schemes))
    return `The proxy asks for ${schemes}, and only Basic is supported. Set ${variable} to a forwarder on this machine that supports it.`;
  const how = `http://user:password@host:port in ${variable}, special characters percent-encoded (@ as %40)`;
  return authorization === null
    ? `Set the user name and the password: ${how}.`
    : `Correct the user name and the password: ${how}.`;
}

function codeOf(error: unknown): string | null {
  for (let at = error, depth = 0; typeof at === "object" && at !== null && depth < 5; depth += 1) {
    if ("code" in at && typeof at.code === "string") return at.code;
    if (at instanceof AggregateError && at.errors.length > 0) at = at.errors[0];
    else at = "cause" in at ? at.cause : null;
  }
  return null;
}
