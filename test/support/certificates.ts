import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { isIPv4 } from "node:net";
import { der } from "../../src/wire/process/certificate";

/** A certificate with its key, both in PEM. */
export interface Issued {
  readonly certificate: string;
  readonly key: string;
}

/** The years at whose beginnings a certificate's validity starts and ends: fixed, so that tests do not depend on the date. */
export interface Validity {
  readonly from: number;
  readonly to: number;
}

export interface TestAuthority extends Issued {
  /** Creates a server certificate for DNS names and IPv4 addresses, or one for clients only. */
  issue(names: readonly string[], validity?: Validity, purpose?: "client"): Issued;
}

export const EXPIRED: Validity = { from: 2000, to: 2001 };
export const NOT_YET_VALID: Validity = { from: 2900, to: 2901 };
const VALID: Validity = { from: 2000, to: 2900 };

/** A self-signed certificate authority for tests. */
export function authority(name: string): TestAuthority {
  const { privateKey, publicKey } = keyPair();
  const own = certificate({ name, issuer: name, publicKey, signer: privateKey, extensions: [IS_AUTHORITY] });
  return {
    certificate: own,
    key: pemOf(privateKey),
    issue(names, validity, purpose) {
      const pair = keyPair();
      const extensions = [extension("2.5.29.17", der.sequence(...names.map(alternativeName)))];
      if (purpose) extensions.push(FOR_CLIENTS);
      const [first = ""] = names;
      const { publicKey } = pair;
      return {
        certificate: certificate({
          name: first,
          issuer: name,
          publicKey,
          signer: privateKey,
          extensions,
          validity,
        }),
        key: pemOf(pair.privateKey),
      };
    },
  };
}

const keyPair = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
const pemOf = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }).toString();

/** The same key, encrypted with a passphrase. */
export const encrypted = (key: string): string =>
  createPrivateKey(key)
    .export({ type: "pkcs8", format: "pem", cipher: "aes-128-cbc", passphrase: "secret" })
    .toString();

interface Parts {
  readonly name: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly signer: KeyObject;
  readonly extensions: readonly Buffer[];
  readonly validity?: Validity;
}

let serial = 0;

function certificate({ name, issuer, publicKey, signer, extensions, validity = VALID }: Parts): string {
  serial += 1;
  const body = der.sequence(
    der.context(0, der.integer(Buffer.of(2))),
    der.integer(Buffer.of(1, serial)),
    ECDSA_WITH_SHA256,
    commonName(issuer),
    der.sequence(der.time(yearOf(validity.from)), der.time(yearOf(validity.to))),
    commonName(name),
    publicKey.export({ type: "spki", format: "der" }),
    der.context(3, der.sequence(...extensions)),
  );
  const signed = der.sequence(body, ECDSA_WITH_SHA256, der.bits(sign("sha256", body, signer)));
  const lines = (signed.toString("base64").match(/.{1,64}/g) ?? []).join("\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

const yearOf = (year: number) => new Date(Date.UTC(year, 0, 1));

function commonName(text: string): Buffer {
  return der.sequence(der.set(der.sequence(der.objectId("2.5.4.3"), der.utf8(text))));
}

function extension(id: string, value: Buffer): Buffer {
  return der.sequence(der.objectId(id), der.boolean(true), der.octets(value));
}

const IS_AUTHORITY = extension("2.5.29.19", der.sequence(der.boolean(true)));

const FOR_CLIENTS = extension("2.5.29.37", der.sequence(der.objectId("1.3.6.1.5.5.7.3.2")));

function alternativeName(name: string): Buffer {
  if (!isIPv4(name)) return der.contextText(2, name);
  return der.contextText(7, Buffer.from(name.split(".").map(Number)).toString("latin1"));
}

const ECDSA_WITH_SHA256 = der.sequence(der.objectId("1.2.840.10045.4.3.2"));
