import { OPERATIONS, type PagedOperationId } from "../../api/operations";
import type { Answer } from "../../api/records";
import type { Call, CallOptions, Input } from "./call";

/** The key of the records in the answer of a paged operation. */
type ListKey<Id extends PagedOperationId> = (typeof OPERATIONS)[Id]["page"]["key"] & keyof Answer<Id>;

/** One record of a paged operation. */
export type RecordOf<Id extends PagedOperationId> = Answer<Id>[ListKey<Id>] extends readonly (infer Item)[]
  ? Item & { readonly id: string }
  : never;

/** How often a list is walked when it changes under the walk. */
export const MAX_WALKS = 3;

/**
 * All records of a list, page by page in pages as large as allowed; each id once. A list that grows or shrinks
 * between two pages can hide a record behind a page border, so it is walked again for what was missed. Works
 * without `total`, and with a service whose pages are smaller than requested.
 */
export async function* records<Id extends PagedOperationId>(
  call: Call,
  id: Id,
  input: Input<Id>,
  options: CallOptions,
): AsyncGenerator<RecordOf<Id>, void, void> {
  for await (const page of pages(call, id, input, options)) yield* page.records;
}

/** One page, without the records that an earlier one has shown. */
export interface PageOf<Record> {
  /** When it was requested, as {@link Reading} tells the time. */
  readonly at: number;
  readonly records: readonly Record[];
  /** Pages of this walk that are left; null when the service does not say. */
  readonly remaining: number | null;
}

/** How a list is read. */
export interface Reading {
  /** Pages to request at a time, of those that the list is known to have. */
  readonly ahead: () => number;
  readonly now: () => number;
}

/** The next page is not requested before it is needed. */
const ONE_BY_ONE: Reading = { ahead: () => 1, now: () => 0 };

/** {@link records}, by the pages that are read. */
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
    // One that is not needed any more may fail.
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
      // A service that ignores `page` answers the same records for ever.
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
