/** As a sentence begins with it. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Within a sentence what begins one: `collection "products" of cluster c-1`. */
export function uncapitalized(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** A number of documents, in words. */
export function countOf(documents: number): string {
  return documents === 1 ? "1 document" : `${documents} documents`;
}

let collator: Intl.Collator | undefined;

/** The order of people: node 2 comes before node 10. */
export function byWords(a: string, b: string): number {
  // Not before it is needed: loading a collator takes as long as everything else in this package.
  collator ??= new Intl.Collator("en", { numeric: true });
  return collator.compare(a, b);
}

/** The block to paste. @param id as an import takes it */
export function importBlock(type: string, id: string): string {
  return `  import {\n    to = searchcloud_${type}.NAME\n    id = "${id}"\n  }`;
}
