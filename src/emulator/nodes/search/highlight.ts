import { type Schema, textsAt } from "../documents/schema";
import type { StoredDocument } from "../record";
import type { TextMatch, WordMatch } from "./match";
import type { Token, Tokenizer } from "./tokens";

/** A text of more words is shown only around its first match. */
const SNIPPET_THRESHOLD = 30;
/** Words before and after the first match. */
const AFFIX = 4;

interface Snippet {
  readonly text: string;
  /** As they stand in the text. */
  readonly words: readonly string[];
}

/**
 * What of a document's texts matches, between `<mark>` and `</mark>`. A field of one text has `snippet`; a field of
 * several has `snippets`, and `indices` for where they stand.
 */
export function highlights(
  document: StoredDocument,
  match: TextMatch,
  schema: Schema,
  tokenize: Tokenizer,
): unknown[] {
  return [...match].flatMap(([field, matches]): object[] => {
    const texts = textsAt(document, field, schema.enable_nested_fields);
    const found = texts.map((text) => snippetOf(text, matches, tokenize));
    const isList = schema.fields.some(({ name, type }) => name === field && type.endsWith("[]"));
    if (!isList) {
      const [snippet] = found;
      return snippet ? [{ field, matched_tokens: snippet.words, snippet: snippet.text }] : [];
    }
    const indexed = found.flatMap((snippet, index) => (snippet ? [{ snippet, index }] : []));
    if (indexed.length === 0) return [];
    return [
      {
        field,
        indices: indexed.map(({ index }) => index),
        matched_tokens: indexed.map(({ snippet }) => snippet.words),
        snippets: indexed.map(({ snippet }) => snippet.text),
      },
    ];
  });
}

function snippetOf(text: string, matches: readonly WordMatch[], tokenize: Tokenizer): Snippet | null {
  const tokens = tokenize(text);
  const marked = tokens.map(({ term }) => matches.some((one) => one.term === term));
  const first = marked.indexOf(true);
  if (first < 0) return null;
  const short = tokens.length <= SNIPPET_THRESHOLD;
  const from = short ? 0 : Math.max(0, first - AFFIX);
  const to = short ? tokens.length : Math.min(tokens.length, first + AFFIX + 1);
  const shown = tokens.slice(from, to);
  const start = short ? 0 : (shown[0]?.start ?? 0);
  const end = short ? text.length : (shown.at(-1)?.end ?? text.length);
  const hits = shown.filter((_, index) => marked[from + index]);
  return { text: withMarks(text, start, end, hits), words: [...new Set(hits.map((hit) => cut(text, hit)))] };
}

function withMarks(text: string, start: number, end: number, hits: readonly Token[]): string {
  let at = start;
  let result = "";
  for (const hit of hits) {
    result += `${text.slice(at, hit.start)}<mark>${cut(text, hit)}</mark>`;
    at = hit.end;
  }
  return result + text.slice(at, end);
}

function cut(text: string, { start, end }: Token): string {
  return text.slice(start, end);
}
