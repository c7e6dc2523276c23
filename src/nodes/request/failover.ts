import { backoff, type ErrorKind, type Failure, isTransient } from "../../client";

/** What a call has done so far, the attempt that has just failed included. */
export interface Effort {
  /** Whether it may be carried out twice: a read, a PUT, a DELETE. */
  readonly repeatable: boolean;
  /** How many nodes there are, and how many of them have been asked in this round. */
  readonly nodes: number;
  readonly asked: number;
  /** Whether one that was asked before in this round has failed in a way that passes by itself. */
  readonly passing: boolean;
  /** Rounds before this one. */
  readonly rounds: number;
  /** Milliseconds since the call began. */
  readonly spentMs: number;
  readonly patienceMs: number;
  /** Whether any node has answered anything before. */
  readonly reachedBefore: boolean;
  /** Whether this node has said the same, word for word, in an earlier round. */
  readonly repeated: boolean;
}

/**
 * - `next`: ask the next node at once.
 * - `round`: after the pause, ask all of them again.
 * - `lost`: a write whose answer is lost; its outcome must be read before anything is sent again.
 * - `report`: the answer is about the request; another node would say the same.
 * - `exhausted`: no node can be used.
 */
export type NextNode =
  | { readonly step: "next" }
  | { readonly step: "lost" }
  | { readonly step: "report" }
  | { readonly step: "exhausted" }
  | { readonly step: "round"; readonly afterMs: number };

/** How long a call goes on trying that no node carries out. */
export const PATIENCE_MS = 120_000;
/** How long where no node has ever been reached: then the address is most likely wrong, or not known to name servers yet. */
export const FIRST_CONTACT_PATIENCE_MS = 30_000;

/** What is wrong with one node, or with the way to it, and does not pass by itself. */
const OF_THE_NODE: ReadonlySet<ErrorKind> = new Set(["tls", "proxy", "contract", "redirect"]);

/** Where a call goes on after a failure (docs/design/data-plane.md#nodes). `random` gives numbers from 0 up to 1. */
export function nextNode(
  failed: Pick<Failure, "kind" | "sent" | "retryAfterMs" | "status" | "messages">,
  effort: Effort,
  random: () => number,
): NextNode {
  const { kind, sent } = failed;
  const passes = isTransient(kind);
  if (!passes && !OF_THE_NODE.has(kind)) return { step: "report" };
  if (mayBeDone(failed) && !effort.repeatable) return { step: "lost" };
  if (sent && kind === "redirect" && !effort.repeatable) return { step: "report" };
  if (effort.repeated && isVerdict(failed)) return { step: "report" };

  const contacted = sent || effort.reachedBefore;
  const patience = contacted ? effort.patienceMs : Math.min(effort.patienceMs, FIRST_CONTACT_PATIENCE_MS);
  // The first round asks every node, however long it takes: one that answers is all that is needed.
  if (effort.asked < effort.nodes && (effort.rounds === 0 || effort.spentMs <= patience)) {
    return { step: "next" };
  }
  const afterMs = Math.max(backoff(effort.rounds, random), failed.retryAfterMs ?? 0);
  const goesOn = (passes || effort.passing) && effort.spentMs + afterMs <= patience;
  return goesOn ? { step: "round", afterMs } : { step: "exhausted" };
}

/**
 * Whether a 500 may be the server's answer to the request, as for an alias that is named like a collection. While the nodes elect
 * a leader, they answer 500 too.
 */
export function isVerdict({ status, messages }: Pick<Failure, "status" | "messages">): boolean {
  return status === 500 && messages.length > 0 && !messages.some((text) => /\bleader\b/i.test(text));
}

/** Whether a write that failed so may have been carried out. */
export function mayBeDone({ kind, sent }: Pick<Failure, "kind" | "sent">): boolean {
  return sent && kind !== "rate_limit" && (isTransient(kind) || kind === "contract");
}
