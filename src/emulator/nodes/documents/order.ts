/**
 * The order in which the server goes through the fields of a schema: that of the buckets of its hash table. It decides
 * which of several problems of a document is told. The hash is the 64-bit MurmurHash of the GNU C++ library.
 */

const MULTIPLIER = 0xc6a4a7935bd1e995n;
const SEED = 0xc70f6907n;

function hashOf(name: string): bigint {
  const bytes = Buffer.from(name);
  const whole = bytes.length - (bytes.length % 8);
  let hash = cut(SEED ^ cut(BigInt(bytes.length) * MULTIPLIER));
  for (let at = 0; at < whole; at += 8) {
    const mixed = cut(folded(cut(bytes.readBigUInt64LE(at) * MULTIPLIER)) * MULTIPLIER);
    hash = cut((hash ^ mixed) * MULTIPLIER);
  }
  if (whole < bytes.length) {
    const rest = bytes.subarray(whole).reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
    hash = cut((hash ^ rest) * MULTIPLIER);
  }
  return folded(cut(folded(hash) * MULTIPLIER));
}

const cut = (value: bigint): bigint => BigInt.asUintN(64, value);
const folded = (value: bigint): bigint => value ^ (value >> 47n);

const FEWEST_BUCKETS = 32;
/** How many names a bucket holds on average before there are twice as many buckets. */
const LOAD = 8;

/** What has a name, in the order of the server's table. */
export function inTableOrder<Named extends { readonly name: string }>(all: readonly Named[]): Named[] {
  let buckets = FEWEST_BUCKETS;
  while (all.length > buckets * LOAD) buckets *= 2;
  return all
    .map((one) => ({ one, bucket: Number(hashOf(one.name) & BigInt(buckets - 1)) }))
    .sort((left, right) => left.bucket - right.bucket)
    .map(({ one }) => one);
}
