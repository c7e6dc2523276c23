import type { IssuedPair, NodeKeyRecord, Nodes } from "../../../dataPlane";
import { hasSummary } from "../../model/errors";
import { warnOnce } from "../../shared/dataPlane";
import { isManagedKey, isSafeId, revocationCommand } from "./leftover";
import { prefixIn } from "./model";
import type { KeyCall } from "./schema";

/** The number of keys that a warning names. */
const MOST = 6;

/** A pair that was issued for the requests of one operation. */
export interface IssuedForWork {
  readonly pair: IssuedPair;
  /** The time by the service's clock (RFC 3339). */
  readonly at: string;
  /** The times of requests for other pairs, whose answers were lost. */
  readonly lostAt: readonly string[];
}

/** Why a pair was not revoked: the keys of the nodes do not show it, or a request failed. */
type Reason = { readonly all: readonly NodeKeyRecord[] } | { readonly error: unknown };

/** Warns that an issued pair may stay valid. @param what the key that it was issued for */
export function reportValidPair(
  { warn }: Pick<KeyCall, "warn">,
  nodes: Nodes,
  { pair, at }: IssuedForWork,
  what: string,
  reason: Reason,
): void {
  const beginnings = [pair.admin_key, pair.search_only_key].map(prefixIn);
  const all = "all" in reason ? reason.all : [];
  const like = all.filter(({ value_prefix: prefix }) => beginnings.includes(prefix ?? ""));
  warn(
    `The pair of keys issued for ${what} may still be valid: ${beginnings.map((text) => `${text}…`).join(", ")}`,
    `The management API issued it at ${at}: an admin key that begins with ${beginnings[0]}, and a search-only key that begins with ${beginnings[1]}. ` +
      `${describeReason(reason, like)} Neither expires, and nobody knows their values. ${adviseRevocation(nodes, like)}`,
  );
}

/** Warns that the service has answered with a key that existed before. @param own the argument that has it */
export function reportOldPair(
  { warn }: Pick<KeyCall, "warn">,
  nodes: Nodes,
  what: string,
  own: string,
): void {
  warn(
    `The pair of keys issued for ${what} is not new`,
    `The management API answered with a key that ${own} has already, so neither key of the pair was revoked: they may be in use. If it issued another pair as well, nobody ` +
      `knows that one. List the keys of ${nodes.target.named} (GET /keys), and revoke those that nobody uses (DELETE /keys/:id).`,
  );
}

function describeReason(reason: Reason, like: readonly NodeKeyRecord[]): string {
  if ("error" in reason) {
    const { error } = reason;
    return `It could not be revoked: ${hasSummary(error) ? error.summary : "the log has the reason"}.`;
  }
  if (like.length === 0) return "The nodes do not list it, so it could not be revoked.";
  return `None was revoked, because not exactly one of each is certain to be it: ${like.map(describeKey).join(", ")}.`;
}

/**
 * Warns of pairs whose answers were lost, if the keys of the nodes do not show whether they were issued.
 *
 * @param lostAt when they were requested
 */
export function reportLostPairs(
  { warn }: Pick<KeyCall, "warn">,
  { target }: Nodes,
  lostAt: readonly string[],
): void {
  if (lostAt.length === 0) return;
  warn(
    `A pair of keys to ${target.named} may have been issued at ${lostAt.join(" and ")}, but the answer was lost`,
    "If it was issued, it never expires, and nobody knows it. An issued pair allows * and documents:search, on every collection. List the keys with a key that may " +
      "(GET /keys), and revoke those that nobody uses (DELETE /keys/:id). If the list does not show them, ask the service to revoke them.",
  );
}

/**
 * Warns, once for all keys of a cluster, of issued keys that an interrupted run may have left behind (docs/design/laws.md#l1).
 *
 * @param keys those that look like issued ones
 * @param lostAt when this run requested pairs whose answers were lost
 */
export function reportOtherPairs(
  call: Pick<KeyCall, "service" | "warn">,
  nodes: Nodes,
  keys: readonly NodeKeyRecord[],
  lostAt: readonly string[],
): void {
  const left = keys.filter(
    ({ id, value_prefix: prefix }) => isSafeId(id) && !isManagedKey(call.service, prefix ?? ""),
  );
  if (left.length === 0) return;
  const named = left.slice(-MOST);
  const more = left.length > MOST ? `, and ${left.length - MOST} more` : "";
  const origin =
    lostAt.length === 0
      ? "an apply that was interrupted after it had a pair issued"
      : `this apply, which requested a pair at ${lostAt.join(" and ")} and lost the answer`;
  warnOnce(
    call,
    `The nodes of ${nodes.target.named} have keys that look like issued pairs: ${named.map(describeKey).join(", ")}${more}`,
    "They allow everything, or every search, and never expire. If a searchcloud_api_keys, another configuration or a person uses them, there is nothing to do. " +
      `Otherwise they may be left over from ${origin}. ${adviseRevocation(nodes, named)}`,
  );
}

/** Explains how to revoke keys that nobody uses. */
function adviseRevocation(nodes: Nodes, keys: readonly NodeKeyRecord[]): string {
  const [first, ...others] = keys.map(({ id }) => id);
  if (first === undefined)
    return (
      "List the keys with a key that may (GET /keys shows the beginning of each value), and revoke them by their ids (DELETE /keys/:id). If the list does not show " +
      "them, ask the service to revoke them."
    );
  const same = others.length === 0 ? "" : `\n\nThe others in the same way: ${others.join(", ")}.`;
  return `To revoke one, with a key that may delete keys:\n\n  ${revocationCommand(nodes, first)}${same}`;
}

function describeKey({ id, value_prefix: prefix }: NodeKeyRecord): string {
  return prefix ? `${id} (${prefix}…)` : id;
}
