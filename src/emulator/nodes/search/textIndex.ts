import MiniSearch from "minisearch";
import { isText, textsAt } from "../documents/schema";
import type { StoredCollection, StoredDocument, StoredField } from "../record";
import { type Tokenizer, termsOf, tokenizerOf } from "./tokens";

/** The words of a collection's texts, and which documents have them. */
export interface TextIndex {
  readonly words: MiniSearch<StoredDocument>;
  readonly tokenize: Tokenizer;
}

interface Built extends TextIndex {
  readonly fields: readonly StoredField[];
  /** What has been indexed, by id. */
  readonly documents: Map<string, StoredDocument>;
}

const INDEXES = new WeakMap<StoredCollection, Built>();

/**
 * The index of a collection as its documents are now. It is made at the first search for words, because an import of many
 * documents that nobody searches should cost nothing; afterwards only what has changed is indexed again.
 */
export function textIndexOf(collection: StoredCollection): TextIndex {
  const found = INDEXES.get(collection);
  const usable = found?.fields === collection.fields && !isWorn(found) ? found : null;
  const built = usable ?? emptyIndex(collection);
  refresh(built, collection.documents);
  INDEXES.set(collection, built);
  return built;
}

/** What has been taken out still costs time; an index that lost half of what it holds is made again. */
function isWorn({ words }: Built): boolean {
  return words.dirtFactor > 0.5;
}

function emptyIndex(collection: StoredCollection): Built {
  const { fields, enable_nested_fields: nested } = collection;
  const tokenize = tokenizerOf(collection);
  const names = fields.filter((field) => field.index && isText(field)).map(({ name }) => name);
  const words = new MiniSearch<StoredDocument>({
    fields: [...new Set(names)],
    // Ids are looked up beside texts; a field may be called as it likes.
    extractField: (document, name) =>
      name === "id" ? document.id : textsAt(document, name, nested).join("\n"),
    tokenize: (text) => termsOf(tokenize, text),
    processTerm: (term) => term,
    autoVacuum: false,
  });
  return { words, tokenize, fields, documents: new Map() };
}

/** Documents are replaced, never mutated, so what differs in identity has changed. */
function refresh({ words, documents }: Built, current: ReadonlyMap<string, StoredDocument>): void {
  for (const id of [...documents.keys()].filter((one) => !current.has(one))) {
    words.discard(id);
    documents.delete(id);
  }
  for (const [id, document] of current) {
    const known = documents.get(id);
    if (known === document) continue;
    if (known !== undefined) words.discard(id);
    words.add(document);
    documents.set(id, document);
  }
}
