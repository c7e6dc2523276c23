/**
 * Counts answers of 404 in a row, for a wait: what was just created may not be visible yet, so one of them proves nothing. A poll that fails
 * in another way says nothing about it: it neither counts nor ends the row. Any other answer ends it.
 */
export function missesInARow(): (isMissing: boolean) => number {
  let misses = 0;
  return (isMissing) => {
    misses = isMissing ? misses + 1 : 0;
    return misses;
  };
}

/** Misses in a row after which a new cluster counts as gone, or as invisible to this key. */
export const CLUSTER_MISSES = 5;
/** The same for a change or a cloning operation. */
export const WORKFLOW_MISSES = 10;
