import type { SearchArguments } from "../arguments";
import type { FoundTerm } from "../text/match";
import type { Token, Tokenizer } from "../text/words";

export interface MarkOptions {
  readonly args: Pick<SearchArguments, "strings" | "integers">;
  readonly tokenize: Tokenizer;
  /** The words to mark. */
  readonly terms: ReadonlyMap<string, FoundTerm>;
  /** A word to find inside other words of short texts; null means none. */
  readonly within?: string | null;
  /** The number of letters to mark in words that match by prefix. */
  readonly prefixLength: number;
  /** True if the whole text is answered, too. */
  readonly full: boolean;
  /** True if words outside the best match are marked in texts of any length. */
  readonly everywhere: boolean;
}

/** The matches in a text. */
export interface MarkedText {
  readonly snippet: string;
  /** As written in the text. */
  readonly tokens: readonly string[];
  readonly value?: string;
  /** The number of different words of the query in the best match. */
  readonly words: number;
}

/** The number of words that a match can span. */
const WINDOW = 10;
/** A text with fewer letters for each word of the threshold is marked everywhere. */
const LETTERS_PER_WORD = 6;

/** Only shorter texts are searched inside words. */
const MOST_WITHIN = 100;

/** Marks the words of a query in a text; null if it contains none. */
export function markWords(text: string, options: MarkOptions): MarkedText | null {
  const { tokenize, terms, full } = options;
  const { snippet_threshold: snippetThreshold, highlight_affix_num_tokens: affix } = options.args.integers;
  const tokens = tokenize(text);
  const inside = text.length < MOST_WITHIN ? (options.within ?? null) : null;
  const isHit = (term: string) => terms.has(term) || (inside !== null && term.includes(inside));
  const hits = tokens.flatMap(({ term }, index) => (isHit(term) ? [index] : []));
  const near = bestWindow(tokens, hits);
  const [first] = near;
  const last = near.at(-1);
  if (first === undefined || last === undefined) return null;
  const isShort = [...text].length < snippetThreshold * LETTERS_PER_WORD;
  const seen = new Set(near.map((index) => tokens[index]?.term));
  const isMarked = (index: number) =>
    full ||
    isShort ||
    options.everywhere ||
    near.includes(index) ||
    (index > first && seen.has(tokens[index]?.term));
  const spans = hits.filter(isMarked).map((index) => spanOf(text, tokens[index], options));
  const isWhole = tokens.length <= snippetThreshold;
  const from = isWhole ? 0 : (tokens[Math.max(0, first - affix)]?.start ?? 0);
  const to = isWhole ? text.length : (tokens[last + affix]?.end ?? text.length);
  const snippet = withTags(text, from, to, spans, options);
  const value = full ? { value: withTags(text, 0, text.length, spans, options).text } : {};
  return { snippet: snippet.text, tokens: snippet.tokens, words: near.length, ...value };
}

/** Returns the positions in the window with the most different words; each word once. */
function bestWindow(tokens: readonly Token[], hits: readonly number[]): number[] {
  let best: number[] = [];
  for (const from of hits) {
    const words = new Map<string, number>();
    for (const index of hits) {
      const term = tokens[index]?.term ?? "";
      if (index >= from && index < from + WINDOW && !words.has(term)) words.set(term, index);
    }
    if (words.size > best.length) best = [...words.values()];
  }
  return best;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function spanOf(text: string, token: Token | undefined, { terms, prefixLength }: MarkOptions): Span {
  if (token === undefined) return { start: 0, end: 0 };
  const { term, start, end } = token;
  const found = terms.get(term);
  if (!found?.isBeginning || found.rootLength >= [...term].length) return { start, end };
  let letters = 0;
  let at = start;
  for (const letter of text.slice(start, end)) {
    if (letters >= prefixLength) break;
    if (/[\p{L}\p{N}]/u.test(letter)) letters += 1;
    at += letter.length;
  }
  return { start, end: at };
}

function withTags(
  text: string,
  from: number,
  to: number,
  spans: readonly Span[],
  { args: { strings } }: MarkOptions,
): { text: string; tokens: string[] } {
  let at = from;
  let result = "";
  const tokens: string[] = [];
  for (const { start, end } of spans) {
    if (start < from || end > to) continue;
    const token = text.slice(start, end);
    tokens.push(token);
    result += text.slice(at, start) + strings.highlight_start_tag + token + strings.highlight_end_tag;
    at = end;
  }
  return { text: result + text.slice(at, to), tokens };
}
