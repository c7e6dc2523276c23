import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";

/** A certificate with its key in PEM. Intermediate certificates may follow it. */
export interface EmulatorTls {
  readonly certificate: string;
  readonly key: string;
}

/** The names of certificate and key in messages. */
interface TlsNames {
  readonly certificate: string;
  readonly key: string;
}

/** Reads a certificate with its key. @throws Error that names the one that is invalid, and the reason */
export function checkTls(tls: EmulatorTls, names: TlsNames): X509Certificate {
  const certificate = certificateIn(tls.certificate, names.certificate);
  if (!certificate.checkPrivateKey(keyIn(tls.key, names.key)))
    throw new Error(
      `The key in ${names.key} does not match the certificate in ${names.certificate}. Specify a matching pair.`,
    );
  return certificate;
}

function certificateIn(text: string, name: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch {
    throw new Error(`Cannot read a certificate in ${name}. It must begin with one in PEM.`);
  }
}

function keyIn(text: string, name: string): KeyObject {
  if (/^-----BEGIN ENCRYPTED |^Proc-Type: .*ENCRYPTED/m.test(text))
    throw new Error(
      `The key in ${name} is encrypted. Decrypt it, for example with: openssl pkey -in FILE -out FILE.plain`,
    );
  try {
    return createPrivateKey(text);
  } catch {
    throw new Error(`Cannot read a private key in ${name}. It must be one in PEM.`);
  }
}

/** Returns the loopback name of a certificate; the address if it names neither. */
export function loopbackName(certificate: X509Certificate): string {
  const [address, name] = ["127.0.0.1", "localhost"];
  return certificate.checkIP(address) === undefined && certificate.checkHost(name) !== undefined
    ? name
    : address;
}
