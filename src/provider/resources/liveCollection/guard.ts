import type { VersionPair } from "../../../dataPlane";
import { hasSummary } from "../../model/errors";
import type { Course } from "./course";
import { OvertakenError } from "./marking";
import { refuseOvertaken } from "./move";
import type { Filling } from "./newVersion";

/** Milliseconds between two looks. Another apply waits longer before it writes to the version that it has taken over (`quiet.ts`). */
const EVERY_MS = 2_000;

/**
 * Returns a function that looks from time to time, before writes to a version that is being filled, whether this apply still may: another
 * one that has taken over the version, or has moved the alias to it, must not find it overwritten.
 */
export function createGuard(
  course: Course,
  { from, to }: VersionPair,
  { mark, former, mayBeBusy }: Pick<Filling, "mark" | "former" | "mayBeBusy">,
): (always?: boolean) => Promise<void> {
  const { nodes, run } = course;
  const { clock } = nodes;
  const runs = mark && { own: run, former };
  // One that this apply has just created is known to nobody.
  let last = mayBeBusy ? Number.NEGATIVE_INFINITY : clock.now();
  return async (always = false) => {
    if (!always && clock.now() - last < EVERY_MS) return;
    last = clock.now();
    try {
      await refuseOvertaken(course, { from, to, runs });
    } catch (error) {
      if (error instanceof OvertakenError || !hasSummary(error)) throw error;
      // The nodes are away for a moment: the write itself waits for them.
    }
  };
}
