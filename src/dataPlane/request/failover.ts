import type { ErrorKind, Failure } from "../../http/attempt";
import { backoff, isTransient } from "../../http/retry";

/** What a call has done so far, the attempt that has just failed included. */
export interface Effort extends Doubt {
  /** Whether a second request may change something: all but reads. */
  readonly write: boolean;
  /** Whether one that was asked before in this round has failed in a way that passes by itself. */
  readonly passing: boolean;
  readonly patienceMs: number;
  /** Whether any node has answered anything before. */
  readonly reachedBefore: boolean;
  /** Whether this node has said the same, word for word, in an earlier round. */
  readonly repeated: boolean;
  /** Whether all are asked again because one of them may lag behind: then each is, however little patience there is. */
  readonly doubted: boolean;
}

/** What nodes have said in one round that one which lags behind may say, too. */
export interface RoundCounts {
  /** 404. */
  readonly missing: number;
  /** 401, 403. */
  readonly refused: number;
  /** A record that this process has deleted. */
  readonly shown: number;
}

/** What a call needs to know to believe such an answer. */
export interface Doubt {
  /** How many nodes there are, and how many of them have been asked in this round. */
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
  /** Until when, in milliseconds since the call began, nodes may not know the key; undefined: this process has not made it. */
  readonly keyUntilMs?: number | undefined;
  /** The same for what else this process has made. @default never */
  readonly madeUntilMs?: number | undefined;
  /** The same for what this process has deleted. @default never */
  readonly deletedUntilMs?: number | undefined;
}

/**
 * - `next`: ask the next node at once.
 * - `round`: after the pause, ask all of them again.
 * - `lost`: a write whose answer is lost; its outcome must be read before anything is sent again.
 * - `report`: the answer is about the request; another node would say the same.
 * - `exhausted`: no node can be used.
 * - `agreed`: what was said in this round counts.
 */
export type NextNode =
  | { readonly step: "next" }
  | { readonly step: "lost" }
  | { readonly step: "report" }
  | { readonly step: "exhausted" }
  | { readonly step: "agreed" }
  | { readonly step: "round"; readonly afterMs: number };

/** How long a call goes on trying that no node carries out. */
export const PATIENCE_MS = 120_000;
/** How long where no node has ever been reached: then the address is most likely wrong, or not known to name servers yet. */
export const FIRST_CONTACT_PATIENCE_MS = 30_000;

/** What is wrong with one node, or with the way to it, and does not pass by itself. */
const OF_THE_NODE: ReadonlySet<ErrorKind> = new Set(["tls", "proxy", "contract", "redirect"]);

/** The answers that a node which lags behind gives, too: they count only when the others say the same. */
const DOUBTFUL: ReadonlySet<ErrorKind> = new Set(["not_found", "auth"]);

export function isDoubtful({ kind }: Pick<Failure, "kind">): boolean {
  return DOUBTFUL.has(kind);
}

/**
 * Where a call goes on after a failure that is not doubtful (docs/design/data-plane.md#nodes). `random` gives numbers from 0 up to 1.
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
  // The first round asks every node, however long it takes: one that answers is all that is needed.
  const asksAll = effort.rounds === 0 || effort.doubted || effort.spentMs <= patience;
  if (effort.asked < effort.nodes && asksAll) return { step: "next" };
  if (doubtsIn(effort.said) > 0) return afterDoubt(effort, random);
  const afterMs = Math.max(backoff(effort.rounds, random), failed.retryAfterMs ?? 0);
  const goesOn = (passes || effort.passing) && effort.spentMs + afterMs <= patience;
  return goesOn ? { step: "round", afterMs } : { step: "exhausted" };
}

/**
 * Where a call goes on after an answer that may come from a node which lags behind. Such an answer counts when at least half of the
 * nodes have said the same and none has said otherwise, and when what this process has written is old enough for all to know of it.
 * Otherwise all are asked again, until the time is over that nodes need to catch up.
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

/** What says something of that which was asked for: a node that refuses a key which this process has made, and others know, does not. */
function told({ said, keyUntilMs }: Doubt): RoundCounts {
  const isKnown = keyUntilMs !== undefined && said.missing + said.shown > 0;
  return isKnown ? { ...said, refused: 0 } : said;
}

function doubtsIn({ missing, refused, shown }: RoundCounts): number {
  return missing + refused + shown;
}

/**
 * Whether a 500 may be the server's answer to the request, as for an alias that is named like a collection. While the nodes elect
 * a leader, they answer 500 too.
 */
export function isVerdict({ status, messages }: Pick<Failure, "status" | "messages">): boolean {
  return status === 500 && messages.length > 0 && !messages.some((text) => /\bleader\b/i.test(text));
}

/** Whether a write that failed so may have been carried out. */
export function mayBeDone(failed: Pick<Failure, "kind" | "sent" | "status" | "messages">): boolean {
  const { kind, sent } = failed;
  return (
    sent && kind !== "rate_limit" && !isRejectedByNode(failed) && (isTransient(kind) || kind === "contract")
  );
}

/**
 * Whether a node has said that it does nothing now: it is not ready, or lags behind. A 503 in other words may come from what stands
 * before the node, after the work.
 */
export function isRejectedByNode({ status, messages }: Pick<Failure, "status" | "messages">): boolean {
  return status === 503 && messages.some((text) => /\b(not ready|lagging)\b/i.test(text));
}
