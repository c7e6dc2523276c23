import { setTimeout as delay } from "node:timers/promises";
import type { StoredCollection } from "../../domain/store/data";
import { NODE_ROUTES, type NodeRoute } from "../routes";

/** Milliseconds that a server takes at least for as many documents as are looked at between two pauses. */
const PACE = 2.5;

/** Whether an update of its fields is in progress. @param now epoch milliseconds */
export function isAltering({ alteration, alteringUntil }: StoredCollection, now: number): boolean {
  return alteration !== null || now < alteringUntil;
}

/**
 * Carries out an update. One that pauses lets other requests be answered meanwhile: what they read is as it was before,
 * and what they write waits for its end (`afterAlteration`). @throws what the update throws
 */
export async function altered<Result>(
  collection: StoredCollection,
  steps: Generator<void, Result>,
): Promise<Result> {
  let step = steps.next();
  if (step.done === true) return step.value;
  let end = () => {};
  collection.alteration = new Promise((resolve) => {
    end = resolve;
  });
  const began = performance.now();
  try {
    for (let count = 1; step.done !== true; count++) {
      await delay(Math.max(0, began + count * PACE - performance.now()));
      step = steps.next();
    }
    return step.value;
  } finally {
    collection.alteration = null;
    end();
  }
}

/** Whether an operation writes to a collection: while the collection is being altered it waits, unless it is an update. */
export function waitsForAlteration({ id }: NodeRoute): boolean {
  const { kind, path } = NODE_ROUTES[id];
  return kind === "write" && path.startsWith("/collections/{name}") && id !== "updateCollection";
}

/** Waits for the update that is in progress, if there is one. */
export async function afterAlteration(collection: StoredCollection | undefined): Promise<void> {
  await collection?.alteration;
}
