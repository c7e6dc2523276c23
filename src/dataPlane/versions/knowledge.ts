import type { Recent } from "./contents";
import { hashOfContent, shortHash } from "./hashes";
import type { IdSet } from "./idSet";
import type { ReadDocument } from "./mergePatch";
import type { DocumentKnowledge } from "./verdict";

/** Remembers the documents of the new version that an update has put there. All ids are hashes. */
export interface VersionKnowledge {
  /** See {@link DocumentKnowledge}. */
  wasThere(id: bigint): boolean | null;
  /** See {@link DocumentKnowledge}. */
  isOwn(id: bigint): boolean;
  /** @param document null: it is not in the new version now */
  contentOf(id: bigint, document: ReadDocument | null): DocumentKnowledge["content"];
  /** The same by the hash of the document. */
  contentOfHash(id: bigint, content: bigint): DocumentKnowledge["content"];
  noteWritten(id: bigint, document: ReadDocument): void;
  noteDeleted(id: bigint): void;
}

/**
 * @param before the ids in the new version before the alias moved; null: unknown, after a kill
 * @param recent null: not noted
 */
export function createKnowledge(before: IdSet | null, recent: Recent | null): VersionKnowledge {
  /** The short hash of what this run has written; null: it has deleted the document. */
  const own = new Map<bigint, bigint | null>();
  function contentOfHash(id: bigint, content: bigint | null): DocumentKnowledge["content"] {
    const written = own.get(id) ?? recent?.get(shortHash(id));
    if (written === undefined) return "unknown";
    return content !== null && written === shortHash(content) ? "asWritten" : "changed";
  }
  return {
    wasThere(id) {
      const written = own.get(id);
      return written === undefined ? (before?.has(id) ?? null) : written !== null;
    },
    isOwn: (id) => (own.get(id) ?? null) !== null,
    contentOf: (id, document) => contentOfHash(id, document && hashOfContent(document)),
    contentOfHash,
    noteWritten: (id, document) => void own.set(id, shortHash(hashOfContent(document))),
    noteDeleted: (id) => void own.set(id, null),
  };
}
