import { TerraformError } from "../../../framework";
import { countIfKnown } from "../../model/words";
import type { Course } from "./course";
import { describeWays, type LiveDecision } from "./decide";
import { describeLive, versionNamed } from "./model";
import type { NamedVersion } from "./schema";

/** The content of a plan. */
export interface Shown {
  /** The steps, in words; undefined: the plan could not read the versions. */
  readonly ways?: readonly string[] | undefined;
  readonly named?: readonly NamedVersion[] | undefined;
}

/** A version that is about to be deleted, with its documents now; null: its server does not say. */
interface Going {
  readonly name: string;
  readonly documents: number | null;
  /** True if its documents are carried over to the live version first. */
  readonly isLive: boolean;
}

/**
 * Compares what an apply would do with what its plan has shown. Returns the difference, as a sentence; null: there is none that matters.
 * Which unfinished version a copy goes on with does not matter: the result is the same.
 */
export function differenceFromPlan(
  shown: Shown,
  { ways }: Pick<LiveDecision, "ways">,
  going: readonly Going[],
): string | null {
  const now = describeWays(ways);
  if (shown.ways !== undefined && shown.ways.join() !== now.join())
    return `The plan was to ${inOrder(shown.ways)}. Now it would be to ${inOrder(now)}.`;
  for (const { name, documents, isLive } of going) {
    const before = shown.named?.find((one) => one.name === name);
    // Without a plan that names it, it stays, with a warning.
    if (before === undefined || isLive) continue;
    if (documents === null || documents > (before.documents ?? 0))
      return `Version "${name}", which this edit deletes, holds ${countIfKnown(documents)}, and ${before.documents ?? "none"} at plan.`;
  }
  return null;
}

/** Refuses to do more than the plan has shown, before anything is sent. */
export function refuseUnplanned(course: Course, { ways, drops }: LiveDecision): void {
  const { call, planned } = course;
  const going = drops.map((name) => ({
    name,
    documents: versionNamed(course.now(), name)?.record.num_documents ?? 0,
    isLive: name === course.live(),
  }));
  const difference = differenceFromPlan(call.privateState ?? {}, { ways }, going);
  if (difference === null) return;
  throw new TerraformError(
    `The versions of ${describeLive(planned)} have changed since the plan`,
    `${difference} Nothing was sent. Plan again: the plan shows what is there now.`,
  );
}

function inOrder(ways: readonly string[]): string {
  return ways.join(", then ") || "do nothing";
}
