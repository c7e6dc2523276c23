import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext, type SecureContext } from "node:tls";
import { ConfigurationError } from "./error";

const [BEGIN, END] = ["-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"];

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "this user may not read it",
  EISDIR: "it is a folder",
};

/** The certificates in a file of authorities (PEM). Throws {@link ConfigurationError} when it is of no use. */
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
      `${problem}. A path that is not absolute begins in the folder in which Terraform runs, here ${process.cwd()}, and ~ is not expanded. Correct the path, or remove the setting.`,
    ),
  );
  const [, ...blocks] = text.split(BEGIN);
  const certificates = blocks.map((block) => `${BEGIN}${block.split(END)[0]}${END}\n`);
  if (certificates.length === 0)
    throw refused(
      "The file of certificate authorities holds no certificate",
      `it has no line "${BEGIN}". The file must hold one or more certificates in PEM. One in DER is converted by: openssl x509 -inform der -in FILE -out FILE.pem`,
    );
  const broken = certificates.findIndex(isBroken);
  if (broken >= 0)
    throw refused(
      "The file of certificate authorities holds a broken certificate",
      `of its certificates (${certificates.length}), number ${broken + 1} cannot be read. Get the file again from whoever runs the authority.`,
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

/** What Node does with each authority that a caller names. */
type Adding = { readonly context: { addCACert(certificate: string): void } };

/**
 * What trusts these certificates beside all that Node trusts: to name authorities in the documented way would replace Node's
 * (docs/design/decisions/0016-added-authorities.md).
 */
function trusting(authorities: readonly string[]): SecureContext {
  const secure = createSecureContext();
  for (const one of [...authorities, ...extra()]) (secure as SecureContext & Adding).context.addCACert(one);
  return secure;
}

/** How a TLS connection is opened, with the certificate of the other side verified. */
export interface TlsOptions {
  /** Milliseconds that a connection may take. */
  readonly timeout: number;
  readonly rejectUnauthorized: true;
  readonly secureContext?: SecureContext;
}

/**
 * Options of every TLS connection, to a service, a proxy or a release site. Verification is turned on in so many words, because
 * Node's default is to skip it where NODE_TLS_REJECT_UNAUTHORIZED is 0 (docs/design/laws.md#l9).
 */
export function tlsOptions(timeout: number, authorities: readonly string[] = []): TlsOptions {
  const trust = authorities.length > 0 && { secureContext: trusting(authorities) };
  return { timeout, rejectUnauthorized: true, ...trust };
}

/** Node 20 forgets those of its own variable as soon as one is added. */
function extra(): readonly string[] {
  const { NODE_EXTRA_CA_CERTS: file = "" } = process.env;
  try {
    return file === "" ? [] : [readFileSync(file, "utf8")];
  } catch {
    // Node has warned of it when it started, and goes on without it.
    return [];
  }
}
