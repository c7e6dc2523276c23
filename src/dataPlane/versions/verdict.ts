import { OVERLAP_MS } from "./sync";

/** A document of one of the versions. */
interface SeenDocument {
  /** The time of its last write, in milliseconds; null: it does not say so, or there is no such field. */
  readonly at: number | null;
}

/** The knowledge about a document of the new version. */
export interface DocumentKnowledge {
  /** True if it was in the new version before the alias moved, or this run has put it there; null: unknown, after a kill. */
  readonly wasThere: boolean | null;
  /** True if this run has put it there. @default false */
  readonly isOwn?: boolean;
  /**
   * Its content in the new version (in the old one, if only that has it), beside what an update has written into the new one.
   * `unknown`: it is not noted.
   */
  readonly content: "asWritten" | "changed" | "unknown";
  /** True if both versions have the same content. */
  readonly isSame: boolean;
  /** The last comparison before the alias moved, in milliseconds. */
  readonly compared: number;
  /** True if an edit can be seen at all. */
  readonly hasTimes: boolean;
}

/** The work to do for a document. `inferred`: only its time speaks for it, nothing that was noted. */
export type DocumentVerdict =
  | { readonly act: "create" | "delete"; readonly inferred: boolean }
  | { readonly act: "patch" }
  | {
      readonly act: "leave";
      /** Why the new version may now differ from what the application has written; null: it does not. */
      readonly doubt: string | null;
    };

const leave = (doubt: string | null = null): DocumentVerdict => ({ act: "leave", doubt });

const GONE =
  "the server accepted it and does not have it now: it was not stored, or an application has deleted it since";
const NO_TIME = "it does not say when it was last written";

/**
 * Decides about a document after the alias has moved, when applications write to the new version
 * (docs/design/live-collections.md#settle).
 *
 * @param old the document in the old version; null: it is not there
 * @param now the same in the new version
 */
export function judgeDocument(
  old: SeenDocument | null,
  now: SeenDocument | null,
  knowledge: DocumentKnowledge,
): DocumentVerdict {
  if (old !== null && now !== null) return judgeBoth(old, now, knowledge);
  if (old !== null) return judgeMissing(old, knowledge);
  return now === null ? leave() : judgeSurplus(now, knowledge);
}

/** Only the old version has it. */
function judgeMissing(
  { at }: SeenDocument,
  { wasThere, isOwn = false, content, compared }: DocumentKnowledge,
): DocumentVerdict {
  // The application has deleted it in the new version.
  if (wasThere === true) return leave(isOwn ? GONE : null);
  if (wasThere === false) return { act: "create", inferred: false };
  if (at === null) return { act: "create", inferred: true };
  // It was copied, so the application has deleted it since.
  const wasCopied = at < compared - OVERLAP_MS || content === "asWritten";
  return wasCopied ? leave() : { act: "create", inferred: false };
}

function judgeBoth(old: SeenDocument, now: SeenDocument, { content, isSame, hasTimes }: DocumentKnowledge) {
  if (isSame || !hasTimes) return leave();
  if (old.at === null || now.at === null) return leave(NO_TIME);
  if (old.at > now.at) return { act: "patch" } as const;
  const isOrdered = now.at > old.at || content !== "asWritten";
  return isOrdered ? leave() : ({ act: "patch" } as const);
}

/** Only the new version has it. */
function judgeSurplus({ at }: SeenDocument, { wasThere, content, compared, hasTimes }: DocumentKnowledge) {
  if (wasThere === false || content === "changed" || !hasTimes) return leave();
  if (content === "asWritten") return { act: "delete", inferred: false } as const;
  if (at === null) return leave(wasThere === true ? NO_TIME : null);
  // Every later write of the application has a later time.
  const isUnchanged = at < compared - OVERLAP_MS;
  return isUnchanged ? ({ act: "delete", inferred: wasThere === null } as const) : leave();
}
