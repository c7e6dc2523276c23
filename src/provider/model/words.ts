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
