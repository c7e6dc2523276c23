/**
 * How many letters two words differ by: inserted, removed or replaced ones, or two neighbours that changed places
 * (optimal string alignment).
 */
export function editDistance(left: string, right: string): number {
  let before: number[] = [];
  let above = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const replaced = left[row - 1] === right[column - 1] ? 0 : 1;
      let best = Math.min(
        at(above, column) + 1,
        at(current, column - 1) + 1,
        at(above, column - 1) + replaced,
      );
      if (
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1]
      ) {
        best = Math.min(best, at(before, column - 2) + 1);
      }
      current.push(best);
    }
    before = above;
    above = current;
  }
  return at(above, right.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

/** The word with each pair of neighbours that differ changed once. */
export function swaps(word: string): string[] {
  return [...word.slice(1)].flatMap((letter, index) => {
    const other = word[index] ?? "";
    return letter === other ? [] : [word.slice(0, index) + letter + other + word.slice(index + 2)];
  });
}
