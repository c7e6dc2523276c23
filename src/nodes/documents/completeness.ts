/** How many documents a server says there are, or why it does not say. */
export type Count =
  | {
      readonly documents: number;
      /** The collection that was counted: an alias may lead to another one meanwhile. Null: the answer does not name it. */
      readonly collection: string | null;
    }
  | {
      /** As the rest of the sentence "the number of documents could not be read: …". */
      readonly unknown: string;
    };

/** What came of an export, beside its documents. */
export interface Received {
  /** Documents that came. */
  readonly documents: number;
  readonly before: Count;
  readonly after: Count;
  /** Whether the answer says by itself where it ends. Otherwise a connection that broke looks like the end. */
  readonly hasEnd: boolean;
  /** Whether only documents were asked for that pass a filter; then the counts are of these. */
  readonly isFiltered: boolean;
}

/** Whether all documents came: yes (`note` says what could not be checked), or the problem in words. */
export type Verdict = { readonly note: string | null } | { readonly problem: string };

/** Judges whether an export has come to its end. Nothing that is not proved passes without a word. */
export function judgeExport({ documents, before, after, hasEnd, isFiltered }: Received): Verdict {
  const pass = isFiltered ? " that pass the filter" : "";
  const came = `${documents} came`;
  if ("documents" in before && "documents" in after) {
    if (before.collection !== after.collection)
      return {
        problem: `The name led to collection "${before.collection}" before the export and to "${after.collection}" after it; nobody can tell which documents came.`,
      };
    const [least, most] = [before.documents, after.documents].sort((a, b) => a - b) as [number, number];
    if (least === most && documents === least) return { note: null };
    if (least === most)
      return {
        problem: `The server has ${countOf(least)}${pass}, before the export and after it, and ${came}.`,
      };
    const went = `The server had ${countOf(before.documents)}${pass} before the export and ${after.documents} after it`;
    if (documents < least || documents > most) return { problem: `${went}, and ${came}.` };
    if (!hasEnd) return { problem: `${went}, ${came}, and ${NO_END}.` };
    return {
      note: `${went}; ${came}. Documents that were written or deleted meanwhile may be among them or not.`,
    };
  }
  const known = "documents" in before ? before : "documents" in after ? after : null;
  const unknown = "unknown" in before ? before.unknown : "unknown" in after ? after.unknown : "";
  if (known !== null && known.documents !== documents)
    return {
      problem: `The server has ${countOf(known.documents)}${pass} as far as it says, and ${came}; counted again, the number of documents could not be read: ${unknown}.`,
    };
  if (!hasEnd)
    return {
      problem: `${countOf(documents)} came, ${NO_END}, and the number of documents could not be read: ${unknown}.`,
    };
  return {
    note: `Whether these are all documents${pass} was not checked, because their number could not be read: ${unknown}. Each line is whole, and the answer came to its end.`,
  };
}

const NO_END = "the answer does not say where it ends, so a connection that broke looks the same";

function countOf(documents: number): string {
  return `${documents} ${documents === 1 ? "document" : "documents"}`;
}
