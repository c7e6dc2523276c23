import MiniSearch from "minisearch";
import type { StoredCollection, StoredDocument, StoredField } from "../../../domain/store/data";
import { isTextField, textsAt } from "../../documents/schema";
import { type Tokenizer, termsOf, tokenizerOf } from "./words";

interface Entry {
  readonly key: string;
  readonly document: StoredDocument;
}

/** A field may be called as it likes, but not like this. */
const KEY = "\0key";

/** The words of a collection's texts, and which documents have them. */
export interface TextIndex {
  readonly words: MiniSearch<Entry>;
  /** How a field takes texts apart. */
  readonly tokenizerFor: (field: string) => Tokenizer;
}

interface Built extends TextIndex {
  readonly fields: readonly StoredField[];
  /** What has been indexed, by its key in the collection. */
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

/** Documents are replaced, never mutated, so what differs in identity has changed. */
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
