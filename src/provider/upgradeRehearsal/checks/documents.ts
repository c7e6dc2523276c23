import { countOf } from "../../api/words";
import type { Counts } from "../schema";
import type { Check } from "./check";

/** What the two clusters hold. */
export interface Held {
  /** The source, before the clone was requested and after it was made: what was written meanwhile may be in it or not. */
  readonly before: Counts;
  readonly after: Counts;
  readonly clone: Counts;
  /** Collections that the key of the source may not see. */
  readonly hidden: ReadonlySet<string>;
}

/** The same collections with the same number of documents, but for what was written while the clone was made. */
export function compareCollections({ before, after, clone, hidden }: Held): Check[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after), ...Object.keys(clone)])].sort();
  return names
    .filter((name) => !hidden.has(name))
    .map((name) => compareDocuments(name, countIn(before, name), countIn(after, name), countIn(clone, name)));
}

type Count = number | undefined;

/** Undefined: no such collection, also where every object has something of its name ("constructor"). */
export function countIn(counts: Counts, name: string): Count {
  return Object.hasOwn(counts, name) ? counts[name] : undefined;
}

function compareDocuments(name: string, before: Count, after: Count, clone: Count): Check {
  const [least, most] = [Math.min(before ?? 0, after ?? 0), Math.max(before ?? 0, after ?? 0)];
  const [wasThere, isThere] = [before !== undefined, after !== undefined];
  const mayLack = !wasThere || !isThere;
  const passed = clone === undefined ? mayLack : (wasThere || isThere) && clone >= least && clone <= most;
  return {
    name: `documents of "${name}"`,
    source: !wasThere && !isThere ? NONE : least === most ? countOf(most) : `${least} to ${countOf(most)}`,
    clone: clone === undefined ? NONE : countOf(clone),
    passed,
    detail: passed ? null : differenceIn({ isNew: !wasThere && !isThere, least, most, clone }),
  };
}

const NONE = "no such collection";

function differenceIn(count: { isNew: boolean; least: number; most: number; clone: Count }): string {
  const { isNew, least, most, clone } = count;
  if (clone === undefined) return "the clone lacks the collection";
  if (isNew) return "only the clone has the collection";
  return clone < least ? `the clone lacks ${countOf(least - clone)}` : `the clone has ${clone - most} more`;
}
