/** A vector of length 1 for a text, in place of a model's. */
export function embedded(text: string, size: number): number[] {
  return Array.from({ length: size }, (_, place) => (place === text.length % size ? 1 : 0));
}
