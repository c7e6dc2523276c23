const FACTOR = 0xc6a4a7935bd1e995n;
const SEED = 0xc70f6907n;
const wrapped = (value: bigint) => BigInt.asUintN(64, value);
const mixed = (value: bigint) => value ^ (value >> 47n);

/** Computes MurmurHash64A, as the C++ standard library hashes strings. */
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

/** The initial number of slots in the server's tables of names. */
const FIRST_SLOTS = 32;

/**
 * Returns names in the order of the server's hash tables, which they were added to one by one. The same names always
 * have the same order, so the recordings contain it.
 */
export function inHashOrder(names: Iterable<string>): string[] {
  let slots = new Slots(FIRST_SLOTS);
  for (const name of new Set(names)) {
    if (slots.size >= slots.capacity / 2) slots = new Slots(slots.capacity * 2, slots.names());
    slots.add(name);
  }
  return slots.names();
}

/** Returns the values of a map in that order. */
export function valuesInHashOrder<Value>(map: ReadonlyMap<string, Value>): Value[] {
  return inHashOrder(map.keys()).map((name) => map.get(name) as Value);
}

class Slots {
  private readonly taken: (string | undefined)[];
  size = 0;

  constructor(
    readonly capacity: number,
    names: Iterable<string> = [],
  ) {
    this.taken = new Array(capacity);
    for (const name of names) this.add(name);
  }

  /** Uses the slot of the hash, or the next free one at growing distances. */
  add(name: string): void {
    let slot = Number(spread(hashOf(name)) & BigInt(this.capacity - 1));
    for (let step = 1; this.taken[slot] !== undefined; step++) slot = (slot + step) % this.capacity;
    this.taken[slot] = name;
    this.size += 1;
  }

  names(): string[] {
    return this.taken.filter((name) => name !== undefined);
  }
}

/** Mixes all bits of a hash into its slot. */
function spread(hash: bigint): bigint {
  const once = hash ^ (hash >> 33n);
  const twice = once ^ (once >> 17n);
  return twice ^ (twice >> 7n);
}
