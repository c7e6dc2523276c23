import { OPERATIONS, type PagedOperationId } from "../../api/operations";
import type { Answer } from "../../api/records";
import type { Call } from "./call";
import type { CallOptions, Input } from "./operations";

/** The key of the records in the answer of a paged operation. */
type ListKey<Id extends PagedOperationId> = (typeof OPERATIONS)[Id]["page"]["key"] & keyof Answer<Id>;

/** One record of a paged operation. */
export type RecordOf<Id extends PagedOperationId> = Answer<Id>[ListKey<Id>] extends readonly (infer Item)[]
  ? Item
  : never;

interface Page {
  readonly records: readonly { readonly id: string }[];
  readonly total: number | undefined;
  readonly perPage: number | undefined;
}

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
  readonly records: readonly Record[];
  /** Pages of this walk that are left; null when the service does not say. */
  readonly remaining: number | null;
}

/** {@link records}, by the pages that are read; the next one is not read before it is needed. */
export async function* pages<Id extends PagedOperationId>(
  call: Call,
  id: Id,
  input: Input<Id>,
  options: CallOptions,
): AsyncGenerator<PageOf<RecordOf<Id>>, void, void> {
  const { key, maxPerPage } = OPERATIONS[id].page;
  const { path, query } = input as { path?: Record<string, string>; query?: Record<string, unknown> };
  const seen = new Set<string>();
  const fetchPage = async (page: number): Promise<Page> => {
    const answer: Record<string, unknown> = await call(
      id,
      { ...(path && { path }), query: { ...query, page, per_page: maxPerPage } },
      options,
    );
    return {
      records: answer[key] as Page["records"],
      total: answer.total as number | undefined,
      perPage: answer.per_page as number | undefined,
    };
  };

  for (let walk = 1; walk <= MAX_WALKS; walk += 1) {
    let position = 0;
    let firstTotal: number | undefined;
    let moved = false;
    const before = new Set<string>();
    for (let number = 1; ; number += 1) {
      const page = await fetchPage(number);
      if (number === 1) firstTotal = page.total;
      moved ||= page.total !== firstTotal;
      // A service that ignores `page` answers the same records for ever.
      const news = page.records.some((record) => !before.has(record.id));
      const unseen: RecordOf<Id>[] = [];
      for (const record of page.records) {
        before.add(record.id);
        if (seen.has(record.id)) continue;
        seen.add(record.id);
        unseen.push(record as RecordOf<Id>);
      }
      position += page.records.length;
      const ends = !news || isLast(page, position, maxPerPage);
      yield { records: unseen, remaining: ends ? 0 : remaining(page, position) };
      if (ends) break;
    }
    if (!moved) return;
  }
}

function remaining({ total, records: { length } }: Page, position: number): number | null {
  return total === undefined ? null : Math.ceil((total - position) / length);
}

function isLast(page: Page, position: number, maxPerPage: number): boolean {
  if (page.records.length === 0) return true;
  if (page.total !== undefined) return position >= page.total;
  return page.records.length < Math.min(maxPerPage, page.perPage ?? maxPerPage);
}
