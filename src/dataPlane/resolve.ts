import type { ResolveContext } from "../client";
import type { Nodes } from "./nodes";
import { catchUpMs } from "./request/catchUp";

/** What resolving a lost write needs of some nodes. */
export function resolveContext({ target, clock, random, log }: Nodes): ResolveContext {
  return { clock, random, log, secondReadAfter: catchUpMs(target.urls) };
}
