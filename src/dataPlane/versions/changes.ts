import type { Line } from "../../api/dataPlane/jsonLines";
import { hashOfBytes, hashOfId } from "./hashes";
import { idBytesIn } from "./lines";
import type { Sent } from "./sent";
import { OVERLAP_MS, type SyncContext, timeAt, writtenSince } from "./sync";
import { outgoing, upsertAll } from "./transfer";

/** The result of one pass. */
export interface Carried {
  /** The time at which it began. */
  readonly at: number;
  /** Documents that differed from what was sent last, and were sent. */
  readonly differing: number;
  /** Says why more of them may exist; null: nothing suggests it. */
  readonly problem: Error | null;
}

/** The input of a pass. */
interface Pass {
  /** Null: all documents. */
  readonly since: number | null;
  readonly leftOut: readonly string[];
  readonly sent: Sent;
  /** Called with each id that is sent. */
  readonly onSent: (id: bigint) => void;
}

/** Sends the documents that were written since a time, if they differ from what was sent last. */
export async function carryChanges(
  ctx: SyncContext,
  { since, leftOut, sent, onSent }: Pass,
): Promise<Carried> {
  const { nodes, pair, updatedAt } = ctx;
  const at = timeAt(nodes);
  if (updatedAt === null) return { at, differing: 0, problem: null };
  const filterBy = since === null ? undefined : writtenSince(updatedAt, since - OVERLAP_MS);
  const source = outgoing(ctx, { collection: pair.from, filterBy, excludeFields: leftOut });
  const differs = sent.pass();

  function isDue(line: Line): boolean {
    const id = idBytesIn(line);
    if (id === null) return false;
    const hash = hashOfId(id);
    if (!differs(hash, hashOfBytes(line.bytes))) return false;
    onSent(hash);
    return true;
  }
  async function* due() {
    for await (const lines of source.lines) {
      const some = lines.filter(isDue);
      if (some.length > 0) yield some;
    }
  }
  const differing = await upsertAll(ctx, due());
  return { at, differing, problem: source.problem() };
}
