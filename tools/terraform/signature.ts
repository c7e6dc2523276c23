import { createMessage, type Key, readKeys, readSignature, verify } from "openpgp";

export interface Signed {
  readonly name: string;
  readonly content: Uint8Array;
  /** Detached and binary. */
  readonly signature: Uint8Array;
  /** Public keys, armored or binary. */
  readonly key: Uint8Array;
  readonly now: Date;
}

/**
 * Verifies a signature. Returns the fingerprint of the key that made it.
 * @throws Error if another key made it, or the key is no longer valid
 */
export async function verifySigner({ name, content, signature, key, now }: Signed): Promise<string> {
  const keys = await parsed("public key", publicKeys(key));
  const { signatures } = await verify({
    message: await createMessage({ binary: content }),
    signature: await parsed(`signature of ${name}`, readSignature({ binarySignature: signature })),
    verificationKeys: keys,
    date: now,
    // HashiCorp extends its key by signing it again shortly before it expires. Older signatures are valid, too, if the key
    // is valid now.
    config: { allowInsecureVerificationWithReformattedKeys: true },
  });
  const problems: string[] = [];
  for (const { keyID, verified } of signatures) {
    try {
      await verified;
      const signer = keys.find((one) => one.getKeys(keyID).length > 0);
      await signer?.getSigningKey(keyID, now);
      if (signer) return signer.getFingerprint().toUpperCase();
    } catch (error) {
      problems.push(`by ${keyID.toHex().toUpperCase()}: ${(error as Error).message}`);
    }
  }
  const expected = keys.map((one) => one.getFingerprint().toUpperCase()).join(", ");
  throw new Error(`${name} is not signed by ${expected} (${problems.join("; ") || "it has no signature"})`);
}

function publicKeys(key: Uint8Array): Promise<Key[]> {
  const text = Buffer.from(key).toString("latin1");
  return text.includes("-----BEGIN") ? readKeys({ armoredKeys: text }) : readKeys({ binaryKeys: key });
}

async function parsed<T>(what: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw new Error(`the ${what} is invalid (${(error as Error).message})`);
  }
}
