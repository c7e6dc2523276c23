const FACTOR = 0xc6a4a7935bd1e995n;
const SEED = 0xc70f6907n;
const wrapped = (value: bigint) => BigInt.asUintN(64, value);
const mixed = (value: bigint) => value ^ (value >> 47n);

/** MurmurHash64A, as the standard library of C++ hashes texts. */
export function hashOf(text: string): bigint {
  const bytes = Buffer.from(text);
  const whole = bytes.length - (bytes.length % 8);
  let hash = SEED ^ wrapped(BigInt(bytes.length) * FACTOR);
  for (let at = 0; at < whole; at += 8) {
    const data = wrapped(mixed(wrapped(bytes.readBigUInt64LE(at) * FACTOR)) * FACTOR);
    hash = wrapped((hash ^ data) * FACTOR);
  }
  if (whole < bytes.length) {
    const rest = bytes.subarray(whole).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
    hash = wrapped((hash ^ rest) * FACTOR);
  }
  return mixed(wrapped(mixed(hash) * FACTOR));
}
