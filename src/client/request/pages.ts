import { OPERATIONS, type PagedOperationId } from "../../api/operations";
import type { Answer } from "../../api/records";
import type { Call, CallOptions, Input } from "./call";

/** The key of the records in the answer of a paged operation. */
type ListKey<Id extends PagedOperationId> = (typeof OPERATIONS)[Id]["page"]["key"] & keyof Answer<Id>;

/** One record of a paged operation. */
export type RecordOf<Id extends PagedOperationId> = Answer<Id>[ListKey<Id>] extends readonly (infer Item)[]
  ? Item & { readonly id: string }
  : never;

/** The most passes over a list that changes in the meantime. */
const MAX_WALKS = 3;

/**
 * Iterates over all records of a list, in pages as large as allowed, without duplicates. A list that grows or shrinks between
 * two pages can hide a record behind a page border, so it is read again for missed ones. Works without `total`, and with a
 * service whose pages are smaller than requested.
 */
export async function* records<Id extends PagedOperationId>(
  call: Call,
  id: Id,
  input: Input<Id>,
  options: CallOptions,
): AsyncGenerator<RecordOf<Id>, void, void> {
  for await (const page of pages(call, id, input, options)) yield* page.records;
}

/** One page, without the records of earlier ones. */
export interface PageOf<Record> {
  /** Time of its request, by the clock of {@link Reading}. */
  readonly at: number;
  readonly records: readonly Record[];
  /** Remaining pages of this pass; null if the service does not say. */
  readonly remaining: number | null;
}

/** Options for reading a list. */
export interface Reading {
  /** Pages to request at a time, of those that the list is known to have. */
  readonly ahead: () => number;
  readonly now: () => number;
}

/** The next page is not requested before it is needed. */
const ONE_BY_ONE: Reading = { ahead: () => 1, now: () => 0 };

/** Iterates over the pages of {@link records}. */
export async function* pages<Id extends PagedOperationId>(
  call: Call,
  id: Id,
  input: Input<Id>,
  options: CallOptions,
  { ahead, now }: Reading = ONE_BY_ONE,
): AsyncGenerator<PageOf<RecordOf<Id>>, void, void> {
  const { key, maxPerPage } = OPERATIONS[id].page;
  const seen = new Set<string>();
  const request = (page: number) => {
    const query = { ...input.query, page, per_page: maxPerPage };
    const answer = call(id, { ...input, query } as Input<Id>, options);
    // A page that is no longer needed may fail.
    answer.catch(() => undefined);
    return { at: now(), answer };
  };

  for (let walk = 1; walk <= MAX_WALKS; walk += 1) {
    let position = 0;
    let firstTotal: number | undefined;
    let moved = false;
    const before = new Set<string>();
    const requested: ReturnType<typeof request>[] = [];
    let left: number | null = null;
    for (let number = 1; ; number += 1) {
      const wanted = Math.max(1, Math.min(left ?? 1, ahead()));
      while (requested.length < wanted) requested.push(request(number + requested.length));
      const { at, answer: coming } = requested.shift() ?? request(number);
      const answer = await coming;
      const all = answer[key as ListKey<Id>] as readonly RecordOf<Id>[];
      const { total, per_page = maxPerPage } = answer;
      if (number === 1) firstTotal = total;
      moved ||= total !== firstTotal;
      // A service that ignores `page` answers with the same records forever.
      const repeats = all.every((record) => before.has(record.id));
      const unseen = all.filter((record) => !seen.has(record.id));
      for (const { id: read } of all) {
        before.add(read);
        seen.add(read);
      }
      position += all.length;
      const isLast = total === undefined ? all.length < Math.min(maxPerPage, per_page) : position >= total;
      left = total === undefined ? null : Math.ceil((total - position) / all.length);
      yield { at, records: unseen, remaining: repeats || isLast ? 0 : left };
      if (repeats || isLast) break;
    }
    if (!moved) return;
  }
}
