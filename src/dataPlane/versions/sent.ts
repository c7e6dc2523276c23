import { createContents } from "./contents";

/** The documents that were sent to the new version and may be written again, by the hashes of their ids and lines. */
export interface Sent {
  /** Begins a pass. The result notes an exported document, and says if it must be sent because it differs from what was sent last. */
  pass(): (id: bigint, line: bigint) => boolean;
  /** Notes that a document was sent. */
  note(id: bigint, line: bigint): void;
  /** Notes that a document was deleted in the new version. */
  forget(id: bigint): void;
}

/** The line of a document that is not there. */
const NONE = 0n;

export function createSent(): Sent {
  const lines = createContents();
  /** Older documents with the id of a newer one, each by its id and line together (docs/design/live-collections.md#twins). */
  const shadowed = createContents();
  const both = (id: bigint, line: bigint) => id ^ BigInt.asUintN(64, line * 31n);
  return {
    pass() {
      const seen = createContents();
      return (id, line) => {
        if (shadowed.get(both(id, line)) !== undefined) return false;
        const twin = seen.get(id);
        if (twin !== undefined && twin !== line) shadowed.set(both(id, twin), 1n);
        seen.set(id, line);
        if (lines.get(id) === line) return false;
        lines.set(id, line);
        return true;
      };
    },
    note: (id, line) => lines.set(id, line),
    forget: (id) => lines.set(id, NONE),
  };
}
