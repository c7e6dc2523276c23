/** The largest page that servers answer to a search by default (data-plane API, Limits). */
export const MOST_HITS = 250;

/** How many documents a search asks for; undefined: it does not say, or not as a whole number. */
export function pageOf({ per_page, limit }: { readonly [parameter: string]: unknown }): number | undefined {
  const given = String(per_page ?? limit);
  return /^\d+$/.test(given) ? Number(given) : undefined;
}
