import type { StoredCollection, StoredField } from "../../../domain/store/data";

/** One word of a text, with its position. */
export interface Token {
  /** The normalized word: in lower case, without accents and special characters. */
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

export type Tokenizer = (text: string) => Token[];

type Rules = Pick<StoredCollection, "token_separators" | "symbols_to_index">;

const TOKENIZERS = new Map<string, Tokenizer>();

/**
 * Returns the tokenizer of a collection or field. It splits at white space and token_separators. Special characters are
 * removed without splitting, except those of symbols_to_index. The settings of a field take precedence.
 * @param extraSymbols further special characters to keep
 */
export function tokenizerOf(collection: Rules, field?: StoredField, extraSymbols = ""): Tokenizer {
  const separators = ownList(field?.token_separators) ?? collection.token_separators;
  const symbols = [...(ownList(field?.symbols_to_index) ?? collection.symbols_to_index), ...extraSymbols];
  const key = JSON.stringify([separators, symbols]);
  const known = TOKENIZERS.get(key) ?? newTokenizer(separators, symbols);
  TOKENIZERS.set(key, known);
  return known;
}

function ownList(value: unknown): readonly string[] | null {
  return Array.isArray(value) && value.length > 0 ? value.map(String) : null;
}

function newTokenizer(separators: readonly string[], symbolsKept: readonly string[]): Tokenizer {
  const gaps = separators.map(escaped).join("");
  const symbols = symbolsKept.map(escaped).join("");
  const pieces = new RegExp(`[^\\s${gaps}]+`, "gu");
  const kept = `[\\p{L}\\p{N}${symbols}]`;
  const removed = new RegExp(`[^\\p{L}\\p{N}${symbols}]`, "gu");
  const edges = new RegExp(`${kept}(?:.*${kept})?\\p{M}*`, "su");
  return (text) => {
    const tokens: Token[] = [];
    for (const { 0: piece, index } of text.matchAll(pieces)) {
      if (PLAIN.test(piece)) {
        tokens.push({ term: piece, start: index, end: index + piece.length });
        continue;
      }
      const term = normalizedLetters(piece).replace(removed, "");
      const { 0: word = "", index: offset = 0 } = edges.exec(piece) ?? {};
      if (term !== "") tokens.push({ term, start: index + offset, end: index + offset + word.length });
    }
    return tokens;
  };
}

const PLAIN = /^[a-z0-9]+$/;

function normalizedLetters(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function escaped(character: string): string {
  return character.replace(/[\\\]^-]/g, "\\$&");
}

export function termsOf(tokenize: Tokenizer, text: string): string[] {
  return tokenize(text).map(({ term }) => term);
}

/** True if words separated by spaces contain a sequence of others. */
export function containsPhrase(words: string, phrase: string): boolean {
  return ` ${words} `.includes(` ${phrase} `);
}

/**
 * Returns the number of edits between two words: insertions, deletions, replacements and transpositions (optimal string
 * alignment).
 */
export function editDistance(left: string, right: string): number {
  let before: number[] = [];
  let above = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const replaced = left[row - 1] === right[column - 1] ? 0 : 1;
      let best = Math.min(
        at(above, column) + 1,
        at(current, column - 1) + 1,
        at(above, column - 1) + replaced,
      );
      if (
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1]
      ) {
        best = Math.min(best, at(before, column - 2) + 1);
      }
      current.push(best);
    }
    before = above;
    above = current;
  }
  return at(above, right.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

/** Returns the variants of a word with one pair of neighbouring letters swapped. */
export function transpositions(word: string): string[] {
  return [...word.slice(1)].flatMap((letter, index) => {
    const other = word[index] ?? "";
    return letter === other ? [] : [word.slice(0, index) + letter + other + word.slice(index + 2)];
  });
}
