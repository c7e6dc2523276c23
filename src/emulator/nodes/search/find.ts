import { type NodeCall, NodeRefusal } from "../call";
import { textsAt } from "../documents/schema";
import type { StoredCollection, StoredDocument } from "../record";
import type { Predicate } from "./filter/compile";
import { matchText, type QueryField, type QueryWord, type TextMatch } from "./match";
import { type Parameters, stopwordsOf } from "./parameters";
import { queryFields } from "./queryFields";
import { textMatchScore } from "./rank";
import type { Hit } from "./sort";
import { textIndexOf } from "./textIndex";
import { type Tokenizer, termsOf, tokenizerOf } from "./tokens";

/** What a search finds, in no order yet. */
export interface Found {
  readonly hits: readonly Hit[];
  /** By id; empty for a search for `*`. */
  readonly matches: ReadonlyMap<string, TextMatch>;
  readonly tokenize: Tokenizer;
}

/** The documents that pass the filter and have the words of `q`; `*` and nothing mean all. @throws NodeRefusal in the server's words */
export function findDocuments(
  call: NodeCall,
  collection: StoredCollection,
  parameters: Parameters,
  q: string,
  keep: Predicate,
): Found {
  const fields = queryFields(parameters, collection);
  const words = q === "*" ? [] : wordsOf(q, tokenizerOf(collection), parameters, call);
  if (words.length === 0) return foundAll(collection, keep);
  if (fields.length === 0) throw new NodeRefusal(400, "No search fields specified for the query.");
  const index = textIndexOf(collection);
  const { documents } = collection;
  const matches = matchText(index, words, {
    fields,
    typoTokensThreshold: parameters.whole("typo_tokens_threshold", 1),
    dropTokensThreshold: parameters.whole("drop_tokens_threshold", 10),
    minLen1Typo: parameters.whole("min_len_1typo", 4),
    minLen2Typo: parameters.whole("min_len_2typo", 7),
    keep: (id) => keep(documents.get(id) ?? {}),
  });
  const hits: Hit[] = [];
  let position = 0;
  for (const [id, document] of documents) {
    const match = matches.get(id);
    position += 1;
    if (match === undefined) continue;
    const isWhole = wholeFields(collection, document, match, index.tokenize);
    hits.push({ document, position, textMatch: textMatchScore({ match, isWhole }, fields) });
  }
  return { hits, matches, tokenize: index.tokenize };
}

function foundAll(collection: StoredCollection, keep: Predicate): Found {
  const hits: Hit[] = [];
  let position = 0;
  for (const document of collection.documents.values()) {
    position += 1;
    if (keep(document)) hits.push({ document, position, textMatch: null });
  }
  return { hits, matches: new Map(), tokenize: tokenizerOf(collection) };
}

function wordsOf(q: string, tokenize: Tokenizer, parameters: Parameters, { data }: NodeCall): QueryWord[] {
  const left = stopwordsOf(parameters.text("stopwords"), data);
  const terms = [...new Set(termsOf(tokenize, q))].filter((term) => !left.has(term));
  return terms.map((term, index) => ({ term, last: index === terms.length - 1 }));
}

/** Whether a field has as many words as were found in it. */
function wholeFields(
  { enable_nested_fields: nested }: StoredCollection,
  document: StoredDocument,
  match: TextMatch,
  tokenize: Tokenizer,
): (field: QueryField["name"]) => boolean {
  return (field) => {
    const words = new Set(match.get(field)?.map(({ word }) => word)).size;
    return textsAt(document, field, nested).some((text) => tokenize(text).length === words);
  };
}
