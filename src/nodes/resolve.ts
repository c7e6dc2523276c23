import type { ResolveContext } from "../client";
import type { Nodes } from "./nodes";

/** Milliseconds after which a lost write that has not shown yet never will; on loopback, where the emulator lives, it is less. */
const LAG_MS = 30_000;
const LOOPBACK_LAG_MS = 5_000;

/** What resolving a lost write needs of some nodes. */
export function resolveContext({ target, clock, random, log }: Nodes): ResolveContext {
  const isNear = target.urls.every((url) => /^http:/.test(url));
  return { clock, random, log, secondReadAfter: isNear ? LOOPBACK_LAG_MS : LAG_MS };
}
