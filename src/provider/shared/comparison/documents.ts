import { countIfKnown, countOf } from "../../model/words";
import type { Check, Sides } from "./table";

/** Number of documents by collection; null if the server does not report it. */
export type DocumentCounts = { readonly [collection: string]: number | null };

/** The collections of both sides. */
interface ComparedCollections {
  /** The reference before and after the candidate was made: a document that was written meanwhile may be in it or not. */
  readonly before: DocumentCounts;
  readonly after: DocumentCounts;
  readonly candidate: DocumentCounts;
  /** Collections of the reference that the key must not see. */
  readonly hidden: ReadonlySet<string>;
}

/** Compares collections and their numbers of documents, allowing for what was written while the candidate was made. */
export function compareCollections(
  { before, after, candidate, hidden }: ComparedCollections,
  sides: Sides,
): Check[] {
  const names = [before, after, candidate].flatMap((counts) => Object.keys(counts));
  return [...new Set(names)]
    .sort()
    .filter((name) => !hidden.has(name))
    .map((name) => {
      const counts = [countIn(before, name), countIn(after, name), countIn(candidate, name)] as const;
      return compareCounts(`documents of "${name}"`, counts, sides.candidate);
    });
}

type Count = number | null | undefined;

/** Returns the count of a collection; undefined if there is none, even for the name of a built-in ("constructor"). */
export function countIn(counts: DocumentCounts, name: string): Count {
  return Object.hasOwn(counts, name) ? counts[name] : undefined;
}

function compareCounts(
  name: string,
  [before, after, candidate]: readonly [before: Count, after: Count, candidate: Count],
  candidateName: string,
): Check {
  if (before === null || after === null || candidate === null)
    return {
      name,
      reference: inWords(before === null ? before : after),
      candidate: inWords(candidate),
      passed: false,
      detail: "the server does not report the number of documents",
    };
  const [least, most] = [Math.min(before ?? 0, after ?? 0), Math.max(before ?? 0, after ?? 0)];
  const [wasThere, isThere] = [before !== undefined, after !== undefined];
  const mayLack = !wasThere || !isThere;
  const isNew = !wasThere && !isThere;
  const passed = candidate === undefined ? mayLack : !isNew && candidate >= least && candidate <= most;
  return {
    name,
    reference: isNew ? NONE : least === most ? countOf(most) : `${least} to ${countOf(most)}`,
    candidate: inWords(candidate),
    passed,
    detail: passed ? null : differenceOf(candidateName, candidate, { isNew, least, most }),
  };
}

const NONE = "no such collection";

function inWords(count: Count): string {
  if (count === undefined) return NONE;
  return countIfKnown(count);
}

function differenceOf(
  name: string,
  count: number | undefined,
  { isNew, least, most }: { isNew: boolean; least: number; most: number },
): string {
  if (count === undefined) return `${name} lacks the collection`;
  if (isNew) return `only ${name} has the collection`;
  return count < least ? `${name} lacks ${countOf(least - count)}` : `${name} has ${count - most} more`;
}
