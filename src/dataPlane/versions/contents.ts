/** Hashes of documents by the hashes of their ids. */
export interface Contents {
  readonly size: number;
  get(id: bigint): bigint | undefined;
  entries(): Generator<readonly [id: bigint, content: bigint], void, void>;
}

/**
 * Documents of the new version that had been written shortly before the last comparison, as they were then. Both hashes of each
 * are short ones (`shortHash`), as a mark keeps them.
 */
export type Recent = Contents;

/** Contents that grow. */
export interface GrowingContents extends Contents {
  set(id: bigint, content: bigint): void;
}

const FIRST_SLOTS = 64;
/** The share of slots in use from which on the table grows. */
const FULL = 0.7;

/**
 * Creates a table of hashes: 16 bytes for each slot, without an object for each document. Ids are hashes, so they are spread
 * evenly, and the slot after the last one is the first.
 */
export function createContents(): GrowingContents {
  // An id and its content lie side by side. The id 0 marks a free slot, so it is stored as 1.
  let slots = new BigUint64Array(FIRST_SLOTS * 2);
  let size = 0;

  function slotOf(id: bigint): number {
    const mask = slots.length / 2 - 1;
    let slot = Number(BigInt.asUintN(32, id)) & mask;
    while (slots[slot * 2] !== 0n && slots[slot * 2] !== id) slot = (slot + 1) & mask;
    return slot * 2;
  }

  function put(id: bigint, content: bigint): void {
    const at = slotOf(id);
    if (slots[at] === 0n) size += 1;
    slots[at] = id;
    slots[at + 1] = content;
  }

  function grow(): void {
    const old = slots;
    slots = new BigUint64Array(old.length * 2);
    size = 0;
    for (let at = 0; at < old.length; at += 2)
      if (old[at] !== 0n) put(old[at] as bigint, old[at + 1] as bigint);
  }

  return {
    get size() {
      return size;
    },
    get(id) {
      const at = slotOf(id || 1n);
      return slots[at] === 0n ? undefined : slots[at + 1];
    },
    set(id, content) {
      if (size >= (slots.length / 2) * FULL) grow();
      put(id || 1n, content);
    },
    *entries() {
      for (let at = 0; at < slots.length; at += 2)
        if (slots[at] !== 0n) yield [slots[at] as bigint, slots[at + 1] as bigint];
    },
  };
}
