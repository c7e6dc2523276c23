import type { Nodes } from "../nodes";
import { nullIfMissing } from "../nullIfMissing";
import { identityOf, type KnownKey, type SeenKey } from "./identity";
import { sharedKeys } from "./keys";

interface Options {
  readonly signal: AbortSignal;
}

/**
 * One key, for a refresh: those of the same nodes share one list. One that the list lacks, or shows another key in place of, is
 * read by its id, at every node before another key counts: the nodes may be those of several servers by mistake.
 *
 * @param known null: whatever has this id, for an import
 * @returns null: the nodes have agreed that there is none of this id.
 */
export async function sharedKey(
  nodes: Nodes,
  id: string,
  known: KnownKey | null,
  { signal }: Options,
): Promise<SeenKey | null> {
  const seen = (shown: SeenKey["shown"]): SeenKey => ({
    shown,
    identity: known === null ? "same" : identityOf(shown, known),
  });
  const listed = (await sharedKeys(nodes, { signal })).find((key) => key.id === id);
  if (listed && seen(listed).identity === "same") return seen(listed);
  const read = await nullIfMissing(nodes.call("getKey", { path: { id } }, { signal }));
  if (read === null || seen(read).identity === "same") return read && seen(read);
  const { seen: sights } = await nodes.everywhere("getKey", { path: { id } }, { signal });
  const all = sights.flatMap(({ value }) => (value === null ? [] : [seen(value)]));
  for (const identity of ["same", "unsure"] as const) {
    const found = all.find((one) => one.identity === identity);
    if (found) return found;
  }
  return all[0] ?? seen(read);
}
