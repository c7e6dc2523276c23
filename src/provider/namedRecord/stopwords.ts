/**
 * Whether two sets of stopwords are one to a server, which splits phrases into words and drops case, accents and special
 * characters (docs/design/api-assumptions.md#data-plane).
 */
export function sameStopwords(a: readonly string[], b: readonly string[]): boolean {
  const [first, second] = [wordsOf(a), wordsOf(b)];
  return first.size === second.size && [...first].every((word) => second.has(word));
}

function wordsOf(texts: readonly string[]): Set<string> {
  const plain = texts.map((text) =>
    text
      .normalize("NFKD")
      .replace(/[^\p{L}\p{N}\s]/gu, "")
      .toLowerCase(),
  );
  return new Set(plain.flatMap((text) => text.split(/\s+/)).filter((word) => word !== ""));
}
