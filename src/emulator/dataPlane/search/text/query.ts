import { type Tokenizer, termsOf } from "./words";

/** The parts of `q`. */
export interface TextQuery {
  /** Words to find; `*` alone matches all documents. */
  readonly words: readonly string[];
  /** Words and phrases that a document must not contain. */
  readonly excluded: readonly (readonly string[])[];
  /** Phrases that a document must contain. */
  readonly phrases: readonly (readonly string[])[];
}

const MAX_WORD_LENGTH = 100;
/** The word that the server searches for if only stopwords are left. No text contains it. */
const NOTHING = "##hrhdh##";

interface QueryRules {
  readonly tokenize: Tokenizer;
  /** A tokenizer that keeps `-` and `"`. */
  readonly tokenizeOperators: Tokenizer;
  /** True if words can contain `-`. */
  readonly indexesMinus: boolean;
  readonly isSegmented: boolean;
  readonly stopwords: ReadonlySet<string> | null;
}

/** Splits `q` into words, `-word`, `"a phrase"`, `-"a phrase"`. */
export function parseQuery(q: string, rules: QueryRules): TextQuery {
  if (q === "*") return { words: [q], excluded: [], phrases: [] };
  const tokens = rules.isSegmented
    ? q.split(" ").filter((one) => one !== "")
    : termsOf(rules.tokenizeOperators, q);
  const words: string[] = [];
  const excluded: string[][] = [];
  const phrases: string[][] = [];
  let excludes = false;
  let inPhrase = false;
  let phrase: string[] = [];
  for (const given of tokens.filter((one) => !rules.stopwords?.has(one))) {
    let token = given;
    let ends = false;
    if (token.startsWith("-") && !rules.indexesMinus) {
      if (token === "-") continue;
      excludes = true;
      token = token.slice(1);
    }
    if (token.startsWith('"') && token.length > 1) {
      inPhrase = true;
      token = token.slice(1);
    }
    if (token.endsWith('"')) {
      if (inPhrase) {
        ends = true;
        token = token.slice(0, -1);
      } else if (token === '"') inPhrase = true;
    }
    for (const part of rules.isSegmented ? [token] : termsOf(rules.tokenize, token)) {
      const word = part.slice(0, MAX_WORD_LENGTH);
      if (inPhrase) phrase.push(word);
      else if (excludes) {
        excluded.push([word]);
        excludes = false;
      } else words.push(word);
    }
    if (ends && inPhrase) {
      (excludes ? excluded : phrases).push(phrase);
      inPhrase = false;
      excludes = false;
      phrase = [];
    }
  }
  if (phrase.length > 0) {
    if (excludes) excluded.push(phrase);
    else words.push(...phrase);
  }
  if (words.length === 0) words.push(rules.stopwords !== null && phrases.length === 0 ? NOTHING : "*");
  return { words, excluded, phrases };
}
