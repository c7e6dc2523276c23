/** One question that the documents leave open, with the answers that software must survive. */
export interface AssumptionRow {
  readonly question: string;
  /** The allowed answers; for `seconds` and `text` they are the ones worth testing, and others are accepted too. */
  readonly alternatives: readonly (string | number)[];
  readonly default: string | number;
  /** `choice`: one of the alternatives. `seconds`: any whole number from 0. `text`: any non-empty text. */
  readonly kind: "choice" | "seconds" | "text";
  /** The section that leaves it open. */
  readonly source: string;
}
