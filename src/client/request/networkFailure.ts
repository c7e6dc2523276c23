import { type Failure, failure } from "../messages/error";
import { printable } from "../redact";
import { AnswerTooLarge } from "./transport";

/** System and library codes of a request that never left this machine, or never got past the greeting. */
const NEVER_SENT: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing accepts connections at this address and port",
  ENOTFOUND: "this host name does not exist, as far as the name service knows",
  EAI_AGAIN: "the name service does not answer; check the network connection",
  EHOSTUNREACH: "no route leads to this host",
  ENETUNREACH: "the network cannot be reached from this machine",
  EADDRNOTAVAIL: "this machine has no address from which it could connect",
  UND_ERR_CONNECT_TIMEOUT: "the host accepted no connection in time; a firewall may drop it",
};

const MAYBE_SENT: Readonly<Record<string, string>> = {
  ECONNRESET: "the connection was reset before the answer was complete",
  EPIPE: "the connection was closed while the request was being sent",
  ETIMEDOUT: "the connection went silent",
  UND_ERR_SOCKET: "the connection was closed before the answer was complete",
  UND_ERR_HEADERS_TIMEOUT: "no answer began in time",
  UND_ERR_BODY_TIMEOUT: "the answer stopped half way",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the answer is shorter or longer than it announced",
};

/** TLS failures: trying again cannot help, and the key was not sent. */
const CERTIFICATE =
  /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO$|INVALID_CA$)/;

/** What a rejected transport means. `redact` is applied to the system's own words. */
export function networkFailure(error: unknown, redact: (text: string) => string): Failure {
  if (error instanceof AnswerTooLarge)
    return failure("contract", { status: error.status, observed: error.message });
  const code = codeOf(error);
  const words = printable(redact(error instanceof Error ? error.message : String(error)), 200);
  if (code !== null && CERTIFICATE.test(code)) {
    return failure("tls", {
      sent: false,
      code,
      observed: `the TLS connection failed (${code}: ${words}); is it https on this port, and is the certificate of this host one that Node trusts? NODE_EXTRA_CA_CERTS names a file with further authorities`,
      cause: error,
    });
  }
  const known = code === null ? undefined : (NEVER_SENT[code] ?? MAYBE_SENT[code]);
  return failure("network", {
    sent: code === null || !Object.hasOwn(NEVER_SENT, code),
    code,
    observed: known === undefined ? `${code ?? "no code"}: ${words}` : `${known} (${code})`,
    cause: error,
  });
}

function codeOf(error: unknown): string | null {
  for (let at = error, depth = 0; typeof at === "object" && at !== null && depth < 5; depth += 1) {
    if ("code" in at && typeof at.code === "string") return at.code;
    if (at instanceof AggregateError && at.errors.length > 0) at = at.errors[0];
    else at = "cause" in at ? at.cause : null;
  }
  return null;
}
