import { isDeepStrictEqual } from "node:util";

/** A document of the catalog. */
export interface Item {
  readonly id: string;
  readonly title: string;
  /** Documents of the kind `stable` are edited but never deleted, so their number does not change. */
  readonly kind: "stable" | "loose";
  readonly price: number;
  readonly rank: number;
  readonly tags?: readonly string[];
  readonly details?: Readonly<Record<string, string | number>>;
  readonly updated_at: number;
}

/** One document that is not as the writer left it. */
export interface Difference {
  readonly id: string;
  readonly expected: Item | undefined;
  readonly found: object | undefined;
}

/** The documents that are not as the writer left them. */
export interface Differences {
  /** They are missing. */
  readonly lost: readonly Difference[];
  /** The writer has deleted them, or never wrote them. */
  readonly reborn: readonly Difference[];
  /** They lack a write, or something of an earlier one is still there. */
  readonly stale: readonly Difference[];
  /** Ids that exist more than once. */
  readonly twice: readonly string[];
}

/** Number of documents that count as written a moment ago. */
const RECENT = 40;

/** The documents as their only writer knows them. */
export class Truth {
  private readonly items = new Map<string, Item>();
  private readonly deleted: string[] = [];
  /** The turn in which each document was last written, the last one at the end. */
  private readonly turns = new Map<string, number>();
  /** Documents with a write whose outcome nobody knows. */
  private readonly doubtful = new Set<string>();

  put(item: Item, turn: number): void {
    this.items.set(item.id, item);
    this.touch(item.id, turn);
  }

  delete(id: string, turn: number): void {
    this.items.delete(id);
    this.touch(id, turn);
    this.deleted.push(id);
  }

  private touch(id: string, turn: number): void {
    this.turns.delete(id);
    this.turns.set(id, turn);
  }

  doubt(id: string): void {
    this.doubtful.add(id);
  }

  get(id: string): Item | undefined {
    return this.items.get(id);
  }

  /** Returns a document that was written among the last few. */
  recent(random: () => number): Item | undefined {
    const last = [...this.turns.keys()].slice(-RECENT);
    const id = last[Math.floor(random() * last.length)] ?? "";
    return this.doubtful.has(id) ? undefined : this.items.get(id);
  }

  /** Returns a document that has not been written since a turn; undefined if chance finds none. */
  chosen(random: () => number, before: number, accepts: (item: Item) => boolean): Item | undefined {
    const ids = [...this.items.keys()];
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const item = this.items.get(ids[Math.floor(random() * ids.length)] ?? "");
      if (item && accepts(item) && (this.turns.get(item.id) ?? 0) < before && !this.doubtful.has(item.id))
        return item;
    }
    return undefined;
  }

  /** Returns the id of a document that was deleted, one of the last few, and does not exist now. */
  deletedId(random: () => number): string | undefined {
    const last = this.deleted.slice(-RECENT / 8);
    const id = last[Math.floor(random() * last.length)];
    return id === undefined || this.items.has(id) || this.doubtful.has(id) ? undefined : id;
  }

  /** Number of documents of the kind `stable`. */
  get stable(): number {
    return [...this.items.values()].filter(({ kind }) => kind === "stable").length;
  }

  /** Compares documents with the truth, one by one. */
  compared(documents: readonly { readonly id: string }[]): Differences {
    const found = new Map(documents.map((one) => [one.id, one]));
    const certain = (id: string) => !this.doubtful.has(id);
    const difference = (id: string): Difference => ({
      id,
      expected: this.items.get(id),
      found: found.get(id),
    });
    const ids = [...this.items.keys()].filter(certain);
    return {
      lost: ids.filter((id) => !found.has(id)).map(difference),
      reborn: [...found.keys()].filter((id) => certain(id) && !this.items.has(id)).map(difference),
      stale: ids
        .filter((id) => found.has(id) && !isDeepStrictEqual(found.get(id), this.items.get(id)))
        .map(difference),
      twice: [...repeated(documents)],
    };
  }
}

/** Returns the ids that occur more than once. */
function repeated(documents: readonly { readonly id: string }[]): Set<string> {
  const seen = new Set<string>();
  return new Set(
    documents.flatMap(({ id }) => {
      if (seen.has(id)) return [id];
      seen.add(id);
      return [];
    }),
  );
}
