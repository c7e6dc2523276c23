type Values<Value> = readonly [Value, Value, ...Value[]];

/** One question that the documents leave open, with the answers that software must survive. */
export interface AssumptionRow<Value extends string | number = string | number> {
  readonly question: string;
  /** The allowed answers; for `seconds` and `text` they are the ones worth testing, and others are accepted too. */
  readonly alternatives: readonly Value[];
  /** The first alternative: the answer that we think most likely. */
  readonly default: Value;
  /** `choice`: one of the alternatives. `seconds`: any whole number from 0. `text`: any non-empty text. */
  readonly kind: "choice" | "seconds" | "text";
  /** The section that leaves it open. */
  readonly source: string;
}

/** A question with these answers only. */
export function choice<const Value extends string>(
  question: string,
  alternatives: Values<Value>,
  source: string,
): AssumptionRow<Value> {
  return { question, alternatives, default: alternatives[0], kind: "choice", source };
}

/** A question that any whole number of seconds answers. */
export function seconds(
  question: string,
  alternatives: Values<number>,
  source: string,
): AssumptionRow<number> {
  return { question, alternatives, default: alternatives[0], kind: "seconds", source };
}

/** A question that any text answers. */
export function text(question: string, alternatives: Values<string>, source: string): AssumptionRow<string> {
  return { question, alternatives, default: alternatives[0], kind: "text", source };
}
