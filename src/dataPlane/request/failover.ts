import type { ErrorKind, Failure } from "../../http/attempt";
import { backoff, isTransient } from "../../http/retry";

/** The call so far, including the attempt that has just failed. */
export interface Effort extends Doubt {
  /** True if a second request may change something: for all but reads. */
  readonly write: boolean;
  /** True if another node has failed in this round in a way that passes by itself. */
  readonly passing: boolean;
  readonly patienceMs: number;
  /** True if any node has ever answered. */
  readonly reachedBefore: boolean;
  /** True if this node has answered with the same message in an earlier round. */
  readonly repeated: boolean;
  /** True if all are asked again because one of them may lag behind: then each is asked, however short the retry time is. */
  readonly doubted: boolean;
}

/** The answers in one round that a node which lags behind may give, too. */
export interface RoundCounts {
  /** 404. */
  readonly missing: number;
  /** 401, 403. */
  readonly refused: number;
  /** A record that this process has deleted. */
  readonly shown: number;
}

/** The facts by which a call decides to trust such an answer. */
export interface Doubt {
  /** The number of nodes, and of those that were asked in this round. */
  readonly nodes: number;
  readonly asked: number;
  /** In this round. */
  readonly said: RoundCounts;
  /** Rounds before this one. */
  readonly rounds: number;
  /** Milliseconds since the call began. */
  readonly spentMs: number;
  /** Milliseconds that nodes need to catch up. */
  readonly catchUpMs: number;
  /** Milliseconds since the call began until which nodes may not know the key; undefined: this process has not created it. */
  readonly keyUntilMs?: number | undefined;
  /** The same for other objects that this process has created. @default never */
  readonly madeUntilMs?: number | undefined;
  /** The same for objects that this process has deleted. @default never */
  readonly deletedUntilMs?: number | undefined;
}

/**
 * - `next`: ask the next node at once.
 * - `round`: after the pause, ask all of them again.
 * - `lost`: a write whose answer is lost; its outcome must be read before anything is sent again.
 * - `report`: the answer is about the request; another node would give the same.
 * - `exhausted`: no node can be used.
 * - `agreed`: the answers in this round count.
 */
export type NextNode =
  | { readonly step: "next" }
  | { readonly step: "lost" }
  | { readonly step: "report" }
  | { readonly step: "exhausted" }
  | { readonly step: "agreed" }
  | { readonly step: "round"; readonly afterMs: number };

/** Milliseconds for which a call retries that no node carries out. */
export const PATIENCE_MS = 120_000;
/** The same if no node has ever been reached: then the address is most likely wrong, or not in DNS yet. */
export const FIRST_CONTACT_PATIENCE_MS = 30_000;

/** Failures of one node, or of the way to it, that do not pass by themselves. */
const OF_THE_NODE: ReadonlySet<ErrorKind> = new Set(["tls", "proxy", "contract", "redirect"]);

/** Answers that a node which lags behind gives, too: they count only if the others give the same. */
const DOUBTFUL: ReadonlySet<ErrorKind> = new Set(["not_found", "auth"]);

export function isDoubtful({ kind }: Pick<Failure, "kind">): boolean {
  return DOUBTFUL.has(kind);
}

/**
 * Chooses how a call continues after a failure that is not doubtful (docs/design/data-plane.md#nodes).
 *
 * @param random returns numbers from 0 up to 1
 */
export function nextNode(
  failed: Pick<Failure, "kind" | "sent" | "retryAfterMs" | "status" | "messages">,
  effort: Effort,
  random: () => number,
): NextNode {
  const { kind, sent } = failed;
  const passes = isTransient(kind);
  if (!passes && !OF_THE_NODE.has(kind)) return { step: "report" };
  if (effort.write && mayBeDone(failed)) return { step: "lost" };
  if (effort.write && sent && kind === "redirect") return { step: "report" };
  if (effort.repeated && isVerdict(failed)) return { step: "report" };

  const contacted = sent || effort.reachedBefore;
  const patience = contacted ? effort.patienceMs : Math.min(effort.patienceMs, FIRST_CONTACT_PATIENCE_MS);
  // The first round asks every node, however long it takes: one answer is enough.
  const asksAll = effort.rounds === 0 || effort.doubted || effort.spentMs <= patience;
  if (effort.asked < effort.nodes && asksAll) return { step: "next" };
  if (doubtsIn(effort.said) > 0) return afterDoubt(effort, random);
  const afterMs = Math.max(backoff(effort.rounds, random), failed.retryAfterMs ?? 0);
  const goesOn = (passes || effort.passing) && effort.spentMs + afterMs <= patience;
  return goesOn ? { step: "round", afterMs } : { step: "exhausted" };
}

/**
 * Chooses how a call continues after an answer that may come from a node which lags behind. Such an answer counts if at least
 * half of the nodes have given the same and none a different one, and if the writes of this process are old enough for all to
 * know them. Otherwise all are asked again, until nodes have had time to catch up.
 */
export function afterDoubt(doubt: Doubt, random: () => number): NextNode {
  const { nodes, asked, rounds, spentMs, catchUpMs, keyUntilMs, madeUntilMs = 0, deletedUntilMs = 0 } = doubt;
  if (asked < nodes) return { step: "next" };
  const said = told(doubt);
  const kinds = Object.values(said).filter((count) => count > 0).length;
  const isAgreed = kinds === 1 && doubtsIn(said) * 2 >= nodes;
  const knownMs = Math.max(said.missing > 0 ? madeUntilMs : 0, said.refused > 0 ? (keyUntilMs ?? 0) : 0);
  const untilMs = said.shown > 0 ? deletedUntilMs : Math.max(isAgreed ? 0 : catchUpMs, knownMs);
  if (isAgreed && said.shown > 0) return { step: "agreed" };
  const afterMs = backoff(rounds, random);
  return spentMs + afterMs <= untilMs ? { step: "round", afterMs } : { step: "agreed" };
}

/**
 * Returns the answers about the requested object: a node that rejects a key which this process has created, and others know,
 * says nothing about it.
 */
function told({ said, keyUntilMs }: Doubt): RoundCounts {
  const isKnown = keyUntilMs !== undefined && said.missing + said.shown > 0;
  return isKnown ? { ...said, refused: 0 } : said;
}

function doubtsIn({ missing, refused, shown }: RoundCounts): number {
  return missing + refused + shown;
}

/**
 * True if a 500 may be the server's answer to the request, as for an alias with the name of a collection. While the nodes elect
 * a leader, they answer 500 too.
 */
export function isVerdict({ status, messages }: Pick<Failure, "status" | "messages">): boolean {
  return status === 500 && messages.length > 0 && !messages.some((text) => /\bleader\b/i.test(text));
}

/** True if a write with this failure may have been carried out. */
export function mayBeDone(failed: Pick<Failure, "kind" | "sent" | "status" | "messages">): boolean {
  const { kind, sent } = failed;
  return (
    sent && kind !== "rate_limit" && !isRejectedByNode(failed) && (isTransient(kind) || kind === "contract")
  );
}

/**
 * True if a node reports that it does nothing now: it is not ready, or lags behind. A 503 with another message may come from a
 * proxy in front of the node, after the work.
 */
export function isRejectedByNode({ status, messages }: Pick<Failure, "status" | "messages">): boolean {
  return status === 503 && messages.some((text) => /\b(not ready|lagging)\b/i.test(text));
}
