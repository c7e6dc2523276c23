import { excerpt } from "../redaction";
import { type Failure, failure } from "./attempt";

/** The other side of a connection. */
export interface Peer {
  /** As in `search.example:443`, or `the proxy https://…`. */
  readonly name: string;
  /** The setting to check if it is the wrong one. */
  readonly setting: string;
  /** Its name, as a certificate has it. */
  readonly host: string;
}

const AUTHORITY =
  /^(UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_UNTRUSTED|INVALID_CA)$/;
/** OpenSSL's codes for an answer that is not TLS: it takes the beginning of a text for a length or a version. */
const NO_TLS =
  /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|BAD_RECORD_TYPE))$/;
const OF_THE_CONNECTION = /^(EPROTO$|ERR_(SSL|TLS)_)/;
const ANY =
  /^((CERT|CRL|ERR_TLS|ERR_SSL|ERROR_IN|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)_|(EPROTO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|UNSPECIFIED)$)/;

const CERTIFICATES = "ca_certificate_file (or SEARCHCLOUD_CA_CERTIFICATE_FILE), or NODE_EXTRA_CA_CERTS";

/**
 * Explains a connection that failed in the TLS handshake: the key was not sent, and retrying cannot help. Returns null for
 * other failures.
 */
export function tlsFailure(error: unknown, code: string, words: string, peer: Peer): Failure | null {
  if (!ANY.test(code)) return null;
  const { observed, action } = explained(error, code, peer);
  return failure("tls", {
    sent: false,
    code,
    observed: `${observed} (${code}: ${words})`,
    action: `${action} Nothing was sent.`,
    cause: error,
  });
}

function explained(error: unknown, code: string, { name, setting, host }: Peer) {
  if (AUTHORITY.test(code))
    return {
      observed: `the certificate of ${name} is signed by an authority that is not trusted`,
      action: `If this is an authority of your company (its proxies may replace all certificates with their own), set ${CERTIFICATES} to a file with its certificate (PEM). If you did not expect one, somebody else may be answering.`,
    };
  if (code === "CERT_HAS_EXPIRED")
    return {
      observed: `the certificate of ${name}, or one that vouches for it, has expired`,
      action:
        "Check the clock of this machine. If it is right, the operator of the server has to renew the certificate.",
    };
  if (code === "CERT_NOT_YET_VALID")
    return {
      observed: `the certificate of ${name}, or one that vouches for it, is not valid yet`,
      action:
        "Check the clock of this machine: it is most likely slow. If it is right, the operator of the server has to correct the certificate.",
    };
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return {
      observed: `the certificate of ${name} is for ${namesIn(error)}, not for ${host}`,
      action: `Check the host name in ${setting}.`,
    };
  if (NO_TLS.test(code))
    return {
      observed: `${name} does not answer with TLS, but most likely with plain http`,
      action: `Check the scheme and the port in ${setting}.`,
    };
  if (!OF_THE_CONNECTION.test(code))
    return {
      observed: `the certificate of ${name}, or one that vouches for it, cannot be accepted`,
      action: "The operator of the server has to correct the certificate.",
    };
  return {
    observed: `the TLS connection to ${name} failed`,
    action: `Check ${setting}; the server and Node may have no version or cipher of TLS in common, or the server may require a client certificate, which is not supported.`,
  };
}

/** Returns the names in a certificate, as in `other.example, 10.0.0.1`. */
function namesIn(error: unknown): string {
  const { cert } = error as { cert?: { subjectaltname?: string; subject?: { CN?: string } } };
  const names = cert?.subjectaltname?.replace(/\b(DNS|IP Address):/g, "") ?? cert?.subject?.CN ?? "";
  return excerpt(names, 200) || "no name";
}
