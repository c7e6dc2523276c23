import MiniSearch from "minisearch";
import type { StoredCollection, StoredDocument, StoredField } from "../../../domain/store/data";
import { isTextField, textsAt } from "../../documents/schema";
import { type Tokenizer, termsOf, tokenizerOf } from "./words";

interface Entry {
  readonly key: string;
  readonly document: StoredDocument;
}

/** A key that no field can have as its name. */
const KEY = "\0key";

/** The words of a collection's texts, with their documents. */
export interface TextIndex {
  readonly words: MiniSearch<Entry>;
  /** Returns the tokenizer of a field. */
  readonly tokenizerFor: (field: string) => Tokenizer;
}

interface Built extends TextIndex {
  readonly fields: readonly StoredField[];
  /** The indexed documents, by their keys in the collection. */
  readonly documents: Map<string, StoredDocument>;
}

const INDEXES = new WeakMap<StoredCollection, Built>();

/**
 * Returns the current index of a collection. The first search for words builds it, so that an import without searches
 * costs nothing. Later calls only index changes.
 */
export function textIndexOf(collection: StoredCollection): TextIndex {
  const found = INDEXES.get(collection);
  const usable = found?.fields === collection.fields && !needsRebuild(found) ? found : null;
  const built = usable ?? emptyIndex(collection);
  refresh(built, collection.documents);
  INDEXES.set(collection, built);
  return built;
}

/** True if an index has lost half of its entries, because removed entries still cost time. */
function needsRebuild({ words }: Built): boolean {
  return words.dirtFactor > 0.5;
}

function emptyIndex(collection: StoredCollection): Built {
  const { fields, enable_nested_fields: nested } = collection;
  const texts = fields.filter((field) => field.index && isTextField(field));
  const names = texts.map(({ name }) => name);
  const tokenizers = new Map(texts.map((field) => [field.name, tokenizerOf(collection, field)]));
  const tokenizerFor = (name: string) => tokenizers.get(name) ?? tokenizerOf(collection);
  const words = new MiniSearch<Entry>({
    idField: KEY,
    fields: [...new Set(names)],
    extractField: ({ key, document }, name) =>
      name === KEY ? key : textsAt(document, name, nested).join("\n"),
    tokenize: (text, name) => termsOf(tokenizerFor(name ?? ""), text),
    processTerm: (term) => term,
    autoVacuum: false,
  });
  return { words, tokenizerFor, fields, documents: new Map() };
}

/** Indexes changed documents. Documents are replaced, never mutated, so identity tells which ones changed. */
function refresh({ words, documents }: Built, current: ReadonlyMap<string, StoredDocument>): void {
  for (const key of [...documents.keys()].filter((one) => !current.has(one))) {
    words.discard(key);
    documents.delete(key);
  }
  for (const [key, document] of current) {
    const known = documents.get(key);
    if (known === document) continue;
    if (known !== undefined) words.discard(key);
    words.add({ key, document });
    documents.set(key, document);
  }
}
