import { countOf } from "../../../model/words";
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

type Count = number | null | undefined;

/** Undefined: no such collection, also where every object has something of its name ("constructor"). */
export function countIn(counts: Counts, name: string): Count {
  return Object.hasOwn(counts, name) ? counts[name] : undefined;
}

function compareDocuments(collection: string, before: Count, after: Count, clone: Count): Check {
  const name = `documents of "${collection}"`;
  if (before === null || after === null || clone === null) return uncounted(name, { before, after, clone });
  const [least, most] = [Math.min(before ?? 0, after ?? 0), Math.max(before ?? 0, after ?? 0)];
  const [wasThere, isThere] = [before !== undefined, after !== undefined];
  const mayLack = !wasThere || !isThere;
  const passed = clone === undefined ? mayLack : (wasThere || isThere) && clone >= least && clone <= most;
  return {
    name,
    source: !wasThere && !isThere ? NONE : least === most ? countOf(most) : `${least} to ${countOf(most)}`,
    clone: clone === undefined ? NONE : countOf(clone),
    passed,
    detail: passed ? null : differenceIn({ isNew: !wasThere && !isThere, least, most, clone }),
  };
}

/** Two numbers that nobody knows are not the same. */
function uncounted(name: string, { before, after, clone }: Readonly<Record<string, Count>>): Check {
  const words = (count: Count) => (count === undefined ? NONE : count === null ? UNKNOWN : countOf(count));
  const source = before === null ? before : after;
  return {
    name,
    source: words(source),
    clone: words(clone),
    passed: false,
    detail: "the server does not say how many documents there are",
  };
}

const UNKNOWN = "an unknown number of documents";
const NONE = "no such collection";

function differenceIn(count: {
  isNew: boolean;
  least: number;
  most: number;
  clone: number | undefined;
}): string {
  const { isNew, least, most, clone } = count;
  if (clone === undefined) return "the clone lacks the collection";
  if (isNew) return "only the clone has the collection";
  return clone < least ? `the clone lacks ${countOf(least - clone)}` : `the clone has ${clone - most} more`;
}
