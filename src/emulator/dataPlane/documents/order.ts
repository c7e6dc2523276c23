import { hashOf } from "../hash";

/**
 * The order in which the server goes through the fields of a schema: that of the buckets of its hash table. It decides
 * which of several problems of a document is told.
 */

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
