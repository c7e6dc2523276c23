/** Every record of all pages that has this status; null: every record. */
export async function allOf<T extends object>(
  records: AsyncIterable<T>,
  status: string | null,
): Promise<T[]> {
  const found: T[] = [];
  for await (const record of records) {
    if (status === null || ("status" in record && record.status === status)) found.push(record);
  }
  return found;
}

/** Newest first; records of one time by id, so that the order is always the same. */
export function newestFirst<T extends { readonly id: string; readonly created_at: number | null }>(
  a: T,
  b: T,
): number {
  return (b.created_at ?? 0) - (a.created_at ?? 0) || byText(a.id, b.id);
}

/** The order of texts by their code units: the same on every machine. */
export function byText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
