import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext, type SecureContext } from "node:tls";
import { ConfigurationError } from "./error";

const [BEGIN, END] = ["-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"];

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "the file does not exist",
  EACCES: "this user has no permission to read it",
  EISDIR: "it is a folder",
};

/** Reads the certificates in a file of authorities (PEM). Throws {@link ConfigurationError} if it cannot be used. */
export function readAuthorities(file: string): readonly string[] {
  const refused = (summary: string, detail: string) =>
    new ConfigurationError(
      "ca_certificate_file",
      summary,
      `ca_certificate_file (or SEARCHCLOUD_CA_CERTIFICATE_FILE) is ${JSON.stringify(file)}: ${detail}`,
    );
  const text = contentOf(file, (problem) =>
    refused(
      "The file of certificate authorities cannot be read",
      `${problem}. A relative path starts at the folder in which Terraform runs (here ${process.cwd()}), and ~ is not expanded. Correct the path, or remove the setting.`,
    ),
  );
  const [, ...blocks] = text.split(BEGIN);
  const certificates = blocks.map((block) => `${BEGIN}${block.split(END)[0]}${END}\n`);
  if (certificates.length === 0)
    throw refused(
      "The file of certificate authorities contains no certificate",
      `it has no line "${BEGIN}". The file must contain one or more certificates in PEM. Convert one in DER with: openssl x509 -inform der -in FILE -out FILE.pem`,
    );
  const broken = certificates.findIndex(isBroken);
  if (broken >= 0)
    throw refused(
      "The file of certificate authorities contains an invalid certificate",
      `certificate ${broken + 1} of ${certificates.length} cannot be read. Get the file again from the operator of the authority.`,
    );
  return certificates;
}

function isBroken(certificate: string): boolean {
  try {
    return !new X509Certificate(certificate);
  } catch {
    return true;
  }
}

function contentOf(file: string, refused: (problem: string) => Error): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    throw refused(UNREADABLE[code] ?? message);
  }
}

/** Node's own call for each authority that a caller names. */
type Adding = { readonly context: { addCACert(certificate: string): void } };

/**
 * Returns a context that trusts these certificates and all that Node trusts: the documented option would replace Node's
 * (docs/design/decisions/0016-added-authorities.md).
 */
function trusting(authorities: readonly string[]): SecureContext {
  const secure = createSecureContext();
  for (const one of [...authorities, ...extra()]) (secure as SecureContext & Adding).context.addCACert(one);
  return secure;
}

/** Options of a TLS connection that verifies the certificate of the other side. */
export interface TlsOptions {
  /** Milliseconds that a connection may take. */
  readonly timeout: number;
  readonly rejectUnauthorized: true;
  readonly secureContext?: SecureContext;
}

/**
 * Returns the options of every TLS connection, to a service, a proxy or a release site. Verification is turned on explicitly,
 * because Node skips it by default if NODE_TLS_REJECT_UNAUTHORIZED is 0 (docs/design/laws.md#l9).
 */
export function tlsOptions(timeout: number, authorities: readonly string[] = []): TlsOptions {
  const trust = authorities.length > 0 && { secureContext: trusting(authorities) };
  return { timeout, rejectUnauthorized: true, ...trust };
}

/** Node 20 drops the certificates of its own variable as soon as one is added. */
function extra(): readonly string[] {
  const { NODE_EXTRA_CA_CERTS: file = "" } = process.env;
  try {
    return file === "" ? [] : [readFileSync(file, "utf8")];
  } catch {
    // Node warned about it when it started, and continues without it.
    return [];
  }
}
