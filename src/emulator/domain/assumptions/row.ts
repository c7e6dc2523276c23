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
}

export function choice<const Value extends string>(
  alternatives: Values<Value>,
  question: string,
): AssumptionRow<Value> {
  return { question, alternatives, default: alternatives[0], kind: "choice" };
}

export function seconds(alternatives: Values<number>, question: string): AssumptionRow<number> {
  return { question, alternatives, default: alternatives[0], kind: "seconds" };
}

export function text(alternatives: Values<string>, question: string): AssumptionRow<string> {
  return { question, alternatives, default: alternatives[0], kind: "text" };
}
