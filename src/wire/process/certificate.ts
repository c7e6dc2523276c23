import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** The identity of one plugin process. */
export interface Certificate {
  /** The certificate in the form of the handshake line. */
  readonly der: Buffer;
  /** The certificate in the form of node:tls. */
  readonly pem: string;
  /** The private key in PEM. It never leaves the process. */
  readonly key: string;
}

const SECONDS = 1000;
const YEARS = 365.25 * 24 * 3600 * SECONDS;

/**
 * Creates a key pair (P-256) and a self-signed certificate for "localhost". Terraform trusts it for this one process because the
 * handshake line contains it. Valid from half a minute ago, so that a clock set back does not matter.
 * @param now milliseconds since the epoch
 * @param random returns the bytes of the serial number
 */
export function createCertificate(
  now: number,
  random: (size: number) => Uint8Array = randomBytes,
): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const body = der.sequence(
    der.context(0, der.integer(Buffer.of(2))),
    der.integer(serial(random(16))),
    ECDSA_WITH_SHA256,
    NAME,
    der.sequence(der.time(new Date(now - 30 * SECONDS)), der.time(new Date(now + 30 * YEARS))),
    NAME,
    publicKey.export({ type: "spki", format: "der" }),
    der.context(3, EXTENSIONS),
  );
  const certificate = der.sequence(body, ECDSA_WITH_SHA256, der.bits(sign("sha256", body, privateKey)));
  return {
    der: certificate,
    pem: `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** Makes a serial number positive and of full length: its first byte is between 40 and 7f. */
function serial(random: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(random);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes;
}

function attribute(id: string, text: string): Buffer {
  return der.set(der.sequence(der.objectId(id), der.utf8(text)));
}

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  return der.sequence(der.objectId(id), ...(critical ? [der.boolean(true)] : []), der.octets(value));
}

/** Encodes the forms of DER (ITU-T X.690) that a certificate needs. */
export const der = {
  sequence: (...parts: Uint8Array[]): Buffer => tagged(0x30, ...parts),
  set: (...parts: Uint8Array[]): Buffer => tagged(0x31, ...parts),
  /** An integer from its bytes, the highest first. They must be the shortest form and begin with a 0 bit. */
  integer: (bytes: Uint8Array): Buffer => tagged(0x02, bytes),
  boolean: (value: boolean): Buffer => tagged(0x01, Buffer.of(value ? 0xff : 0)),
  octets: (bytes: Uint8Array): Buffer => tagged(0x04, bytes),
  bits: (bytes: Uint8Array, unused = 0): Buffer => tagged(0x03, Buffer.of(unused), bytes),
  utf8: (text: string): Buffer => tagged(0x0c, Buffer.from(text, "utf8")),
  objectId,
  time,
  /** A part that its number identifies in the surrounding sequence. */
  context: (number: number, ...parts: Uint8Array[]): Buffer => tagged(0xa0 | number, ...parts),
  /** A string in place of such a part, as in a DNS name. */
  contextText: (number: number, text: string): Buffer => tagged(0x80 | number, Buffer.from(text, "latin1")),
};

function tagged(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), length(body.length), body]);
}

function length(size: number): Buffer {
  if (size < 0x80) return Buffer.of(size);
  if (size < 0x100) return Buffer.of(0x81, size);
  return Buffer.of(0x82, size >> 8, size & 0xff);
}

function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

/** UTCTime until 2049, GeneralizedTime from 2050 on (RFC 5280, 4.1.2.5); whole seconds. */
function time(date: Date): Buffer {
  const digits = `${date.toISOString().slice(0, 19).replace(/\D/g, "")}Z`;
  return date.getUTCFullYear() < 2050
    ? tagged(0x17, Buffer.from(digits.slice(2)))
    : tagged(0x18, Buffer.from(digits));
}

const ECDSA_WITH_SHA256 = der.sequence(der.objectId("1.2.840.10045.4.3.2"));

/** Issuer and subject: O=HashiCorp, CN=localhost, as in Terraform's own plugins. */
const NAME = der.sequence(attribute("2.5.4.10", "HashiCorp"), attribute("2.5.4.3", "localhost"));

const EXTENSIONS = der.sequence(
  // Key usage: digital signature, key encipherment, key agreement, certificate signing.
  extension("2.5.29.15", true, der.bits(Buffer.of(0xac), 2)),
  // Extended key usage: TLS client and server.
  extension(
    "2.5.29.37",
    false,
    der.sequence(der.objectId("1.3.6.1.5.5.7.3.2"), der.objectId("1.3.6.1.5.5.7.3.1")),
  ),
  // Basic constraints: an authority, because it is self-signed.
  extension("2.5.29.19", true, der.sequence(der.boolean(true))),
  // Subject alternative name: the DNS name that Terraform asks for.
  extension("2.5.29.17", false, der.sequence(der.contextText(2, "localhost"))),
);
