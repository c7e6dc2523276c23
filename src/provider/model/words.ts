/** Capitalizes the first letter. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Converts the first letter to lower case, for use within a sentence. */
export function uncapitalized(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** Formats a number of documents. */
export function countOf(documents: number): string {
  return documents === 1 ? "1 document" : `${documents} documents`;
}

/** Describes a number of documents; null: it is not known. */
export function countIfKnown(documents: number | null): string {
  return documents === null ? "an unknown number of documents" : countOf(documents);
}

let collator: Intl.Collator | undefined;

/** Sorts as people do: node 2 comes before node 10. */
export function byWords(a: string, b: string): number {
  // Created on first use: loading a collator takes as long as everything else in this package.
  collator ??= new Intl.Collator("en", { numeric: true });
  return collator.compare(a, b);
}

/** Returns an import block to paste. @param id as an import takes it */
export function importBlock(type: string, id: string): string {
  return `  import {\n    to = searchcloud_${type}.NAME\n    id = "${id}"\n  }`;
}
