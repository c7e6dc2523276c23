import type { VersionPair } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { namedQueries } from "../../shared/comparison/answers";
import { compareQueries } from "../../shared/comparison/queries";
import { type Check, type Sides, tableOf } from "../../shared/comparison/table";
import type { Course } from "./course";
import { describeLive } from "./model";

/** The sides of an update, as its messages name them. */
const SIDES: Sides = { reference: "the live version", candidate: "the new version" };

/** The most attempts to compare a query: its answers move with the writes of the application. */
const MOST_TRIES = 3;

/** Milliseconds before a query that was refused is sent again. */
const RETRY_MS = 5_000;

/** Documents or answers of the new version differ from those of the live one: the alias stays. */
export class AnswersDifferError extends TerraformError {
  override name = "AnswersDifferError";
}

/** The part of a catch-up that a comparison uses. */
interface Compared {
  /** Documents that differed in its last pass: they are being written. */
  readonly differing: number;
}

/**
 * Compares the answers of two versions to the queries of the configuration. A query that differs is compared again after another catch-up,
 * because the application writes meanwhile; the numbers found may differ by the documents that it was about.
 *
 * @param again carries over what was written since
 * @returns the result of the last catch-up
 * @throws AnswersDifferError with the table of differences
 */
export async function compareVersions<C extends Compared>(
  { call, nodes, planned }: Course,
  { from, to }: VersionPair,
  caughtUp: C,
  again: (last: C) => Promise<C>,
): Promise<C> {
  let caught = caughtUp;
  let open = namedQueries(
    planned.query.map((query) => ({
      ...query,
      collection: planned.name,
      // A new schema may change the order.
      same_top: query.same_top ?? 0,
    })),
  );
  for (let tries = 1; open.length > 0; tries += 1) {
    call.log.info(`Comparing the answers to ${open.length} queries`, { from, to });
    const queries = open.map((query) => ({ ...query, moving: caught.differing }));
    const both = {
      reference: { nodes, collection: from },
      candidate: { nodes, collection: to },
      sides: SIDES,
      retryMs: RETRY_MS,
    };
    const checks = await compareQueries(call, both, queries);
    const failed = checks.filter(({ passed }) => !passed);
    if (failed.length === 0) break;
    if (tries === MOST_TRIES) throw differError(planned, checks, failed.length);
    open = open.filter(({ displayName }) => failed.some(({ name }) => name.endsWith(displayName)));
    caught = await again(caught);
  }
  return caught;
}

function differError(
  planned: Course["planned"],
  checks: readonly Check[],
  failed: number,
): AnswersDifferError {
  return new AnswersDifferError(
    `The new version of ${describeLive(planned)} answers differently`,
    `${failed} of ${checks.length} comparisons failed, ${MOST_TRIES} times in a row:\n\n${tableOf(checks, SIDES)}\n\nThe alias has not moved: searches and ` +
      "writes use the live version, as before. If the new schema is meant to change these answers, set tolerance or same_top of the query, or remove it.",
    ["query"],
  );
}
