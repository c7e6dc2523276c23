/** Hashes of the ids of a version: 8 bytes each, sorted, each once. */
export interface IdSet {
  /** Number of distinct ids. */
  readonly size: number;
  has(hash: bigint): boolean;
  /** Yields the hashes, in ascending order. */
  values(): Generator<bigint, void, void>;
}

/** Ids are divided by their highest byte, so that growing and sorting copy little at a time. */
const PARTS = 256;
const SHIFT = 56n;
const FIRST_ROOM = 16;

/** Creates a collector of ids. It must not be used after `sorted`. */
export function collectIds() {
  const parts = Array.from({ length: PARTS }, (): BigUint64Array => new BigUint64Array(0));
  const lengths = new Uint32Array(PARTS);
  return {
    add(hash: bigint): void {
      const at = Number(hash >> SHIFT);
      const [part, length] = [parts[at] as BigUint64Array, lengths[at] as number];
      const room = length < part.length ? part : grown(part);
      room[length] = hash;
      parts[at] = room;
      lengths[at] = length + 1;
    },
    /** Returns the set of what was collected. */
    sorted: (): IdSet => createSet(parts.map((part, at) => distinct(part.subarray(0, lengths[at]).sort()))),
  };
}

/** Returns the set of some hashes. */
export function setOf(hashes: Iterable<bigint>): IdSet {
  const { add, sorted } = collectIds();
  for (const hash of hashes) add(hash);
  return sorted();
}

/** Yields the hashes that are in the first set and not in the second one, in ascending order. */
export function* missingIn(all: IdSet, some: IdSet): Generator<bigint, void, void> {
  const others = some.values();
  let other = others.next();
  for (const hash of all.values()) {
    while (!other.done && other.value < hash) other = others.next();
    if (other.done || other.value !== hash) yield hash;
  }
}

function grown(part: BigUint64Array): BigUint64Array {
  const larger = new BigUint64Array(Math.max(FIRST_ROOM, Math.ceil(part.length * 1.5)));
  larger.set(part);
  return larger;
}

/** Returns a copy of sorted hashes without repetitions. */
function distinct(sorted: BigUint64Array): BigUint64Array {
  let count = 0;
  for (let at = 0; at < sorted.length; at += 1) {
    const hash = sorted[at] as bigint;
    if (count > 0 && sorted[count - 1] === hash) continue;
    sorted[count] = hash;
    count += 1;
  }
  return sorted.slice(0, count);
}

/** @param parts sorted hashes, by their highest byte */
function createSet(parts: readonly BigUint64Array[]): IdSet {
  return {
    size: parts.reduce((sum, { length }) => sum + length, 0),
    has(hash) {
      const part = parts[Number(hash >> SHIFT)] as BigUint64Array;
      let [from, to] = [0, part.length];
      while (from < to) {
        const middle = (from + to) >>> 1;
        if ((part[middle] as bigint) < hash) from = middle + 1;
        else to = middle;
      }
      return part[from] === hash;
    },
    *values() {
      for (const part of parts) yield* part;
    },
  };
}
