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

/** As many slots as the server's tables of names have at first. */
const FIRST_SLOTS = 32;

/**
 * The order in which the server answers what it keeps in a table without an order: by the hash of the names, which were put in one
 * after the other. It is always the same for the same names, and so is part of the recordings.
 */
export function inHashOrder(names: Iterable<string>): string[] {
  let slots = new Slots(FIRST_SLOTS);
  for (const name of new Set(names)) {
    if (slots.size >= slots.capacity / 2) slots = new Slots(slots.capacity * 2, slots.names());
    slots.add(name);
  }
  return slots.names();
}

/** The entries of a map in that order. */
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

  /** In the slot of its hash, or one, two, three … further on. */
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

/** All bits of a hash count for its slot. */
function spread(hash: bigint): bigint {
  const once = hash ^ (hash >> 33n);
  const twice = once ^ (once >> 17n);
  return twice ^ (twice >> 7n);
}
