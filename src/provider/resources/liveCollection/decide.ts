/** One thing that an apply does, in the order of {@link LiveDecision.ways}. */
export type Way =
  /** Edits the live version in place. */
  | { readonly kind: "patch"; readonly version: string }
  /** Fills a new version from the live one, or goes on with an unfinished one, then moves the alias. */
  | { readonly kind: "copy"; readonly from: string; readonly resumes: string | null }
  /** Brings a retained version up to date from the live one, then moves the alias back to it. */
  | { readonly kind: "back"; readonly from: string; readonly to: string }
  /** Carries over the last writes after the alias has moved. */
  | { readonly kind: "settle"; readonly from: string; readonly to: string }
  /**
   * Points the alias at the live version again: somebody has moved or deleted it. `from`: the version of ours that it leads to, whose
   * newer documents are carried over; null: none of ours.
   */
  | { readonly kind: "reattach"; readonly to: string; readonly from: string | null }
  /** The live version is gone: a retained one that fits takes its place, or a new, empty one (null). */
  | { readonly kind: "succeed"; readonly to: string | null };

/** The work of an apply, from what is there and what is planned. */
export interface LiveDecision {
  readonly ways: readonly Way[];
  /** The versions that go at the end: unfinished ones that fit no longer, and those beyond `retain`. Never the live one. */
  readonly drops: readonly string[];
}
