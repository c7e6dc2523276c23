/** A document that does not fit the new version. */
export interface RefusedDocument {
  readonly id: string | null;
  /** The reason, in the server's words. */
  readonly words: string;
}

/** Documents that the server rejected: the schema of the new version does not fit them. */
export class DocumentsRefusedError extends Error {
  override readonly name = "DocumentsRefusedError";
  readonly detail: string;

  /**
   * @param to as in `collection "catalog_1a2b3c4d" of cluster c-1`
   * @param first the first ones, at most ten
   * @param isStopped true if there were so many that the rest was not sent
   */
  constructor(
    readonly summary: string,
    from: string,
    readonly refused: number,
    readonly first: readonly RefusedDocument[],
    isStopped: boolean,
  ) {
    super(summary);
    const rows = first.map(({ id, words }) => `  - ${id === null ? "without an id" : `"${id}"`}: ${words}`);
    const rest = refused - first.length;
    this.detail =
      `${isStopped ? "The copy was stopped, because the server rejected too many documents" : "The server rejected these documents"}:\n` +
      `${rows.join("\n")}${rest > 0 ? `\n  - and ${rest} more` : ""}\n` +
      `Correct the documents in collection "${from}", or the schema in the configuration, then apply again.`;
  }
}

/** A difference between both versions that stays although it was corrected. */
export interface DifferenceRow {
  readonly id: string;
  /** `missing`: only the live version has the document. `surplus`: only the new one. */
  readonly kind: "missing" | "surplus";
}

/** The most rows that a message shows. */
const SHOWN = 10;

/** Documents that the new version does not take, or does not give up, though its server says so. */
export class VersionsDifferError extends Error {
  override readonly name = "VersionsDifferError";
  readonly summary: string;
  readonly detail: string;

  constructor(
    pair: { readonly from: string; readonly to: string },
    readonly rows: readonly DifferenceRow[],
  ) {
    const summary = `Collections "${pair.from}" and "${pair.to}" do not have the same documents`;
    super(summary);
    this.summary = summary;
    const shown = rows.slice(0, SHOWN).map(({ id, kind }) => `  - "${id}" ${WORDS[kind]}`);
    const rest = rows.length - shown.length;
    this.detail =
      `These differences came back each time after they had been corrected:\n${shown.join("\n")}` +
      `${rest > 0 ? `\n  - and ${rest} more` : ""}\n` +
      `Check that nothing but Terraform writes to collection "${pair.to}", and that all nodes are healthy, then apply again.`;
  }
}

const WORDS = {
  missing: "is missing in the new version, although the server accepted it",
  surplus: "is still in the new version, although the server deleted it",
};

/** The last pass of a catch-up that did not come to an end. */
interface LastPass {
  readonly passes: number;
  readonly differing: number;
  readonly seconds: number;
}

/** Documents are written faster than they can be copied. */
export class CatchUpStalledError extends Error {
  override readonly name = "CatchUpStalledError";
  readonly summary: string;
  readonly detail: string;

  constructor(
    pair: { readonly from: string; readonly to: string },
    { passes, differing, seconds }: LastPass,
    few: number,
  ) {
    const summary = `Collection "${pair.to}" did not catch up with "${pair.from}"`;
    super(summary);
    this.summary = summary;
    const rate = Math.round(differing / Math.max(seconds, 1));
    this.detail =
      `After ${passes} passes, ${differing} documents still differed, and at most ${few} may. The last pass took ${Math.round(seconds)} s, in which about ` +
      `${rate} documents a second were written or deleted: faster than they can be copied. Both collections stay. ` +
      "Apply again when the application writes less: the update resumes.";
  }
}

/** The time for the update is over. */
export class SyncTimeoutError extends Error {
  override readonly name = "SyncTimeoutError";
  readonly summary: string;
  readonly detail: string;

  /** @param doing as in `copying documents to collection "catalog_1a2b3c4d"` */
  constructor(doing: string) {
    const summary = `The time limit was reached while ${doing}`;
    super(summary);
    this.summary = summary;
    this.detail = "What was copied stays. Apply again to resume, with a longer time limit if necessary.";
  }
}
