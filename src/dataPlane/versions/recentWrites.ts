import type { Line } from "../../api/dataPlane/jsonLines";
import { exactJson } from "../request/exactJson";
import { createContents, type Recent } from "./contents";
import { hashOfContent, hashOfId, shortHash } from "./hashes";
import { OVERLAP_MS, type SyncContext, writtenSince } from "./sync";
import { outgoing } from "./transfer";

/** Exports until one is complete: a document that it lacks counts as changed, so it would stay although it was deleted. */
const MOST_TRIES = 3;

/** Reads the documents of the new version that were written shortly before a time, as they are now, with all that the server stores. */
export async function readRecent(ctx: SyncContext, compared: number): Promise<Recent> {
  const contents = createContents();
  if (ctx.updatedAt === null) return contents;
  const filterBy = writtenSince(ctx.updatedAt, compared - OVERLAP_MS);
  const take = ({ bytes }: Line) => {
    const document = exactJson(Buffer.from(bytes).toString()) as { readonly id?: unknown };
    if (typeof document.id !== "string") return;
    contents.set(shortHash(hashOfId(document.id)), shortHash(hashOfContent(document)));
  };
  for (let tries = 1; ; tries += 1) {
    const source = outgoing(ctx, { collection: ctx.pair.to, filterBy });
    for await (const lines of source.lines) lines.forEach(take);
    if (source.problem() === null || tries === MOST_TRIES) return contents;
  }
}
