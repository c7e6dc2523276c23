import type { IssuedPair, NodeKeyRecord, Nodes } from "../../../dataPlane";
import { isUnknown } from "../../../framework";
import { toInstant } from "../../model/convert";
import { failedAs } from "../../model/errors";
import { runState } from "../../shared/runState";
import { clientOf, loadDataPlane, nodesClientOf, type Service } from "../../shared/service";
import { type ServingCluster, whenServing } from "../../shared/whenServing";
import {
  type IssuedForWork,
  reportLostPairs,
  reportOldPair,
  reportOtherPairs,
  reportValidPair,
} from "./issuedWarnings";
import { markManagedKey } from "./leftover";
import type { KeyCall } from "./schema";

/** Requests for a pair whose answers may be lost before a create fails: each may leave a pair behind. */
const MAX_LOST = 1;
/** Milliseconds for which the revocation of a pair continues after Ctrl-C. */
const GRACE_MS = 30_000;

/** Returns the nodes of a cluster, opened with another key than that of the resource. */
export async function openNodes(
  { service }: Pick<KeyCall, "service">,
  { id, urls }: ServingCluster,
  apiKey: string,
  keyOrigin: string,
): Promise<Nodes> {
  return (await nodesClientOf(service)).at({ urls, apiKey, keyOrigin, named: `cluster ${id}` });
}

/**
 * Issues a pair of keys for some requests to the nodes of a cluster, and revokes both afterwards, whatever came of the requests: neither must
 * stay valid without being named (docs/design/data-plane.md#bootstrap). The revocation fails nothing: the result is worth more than a
 * taint, so a pair that may stay valid is a warning.
 *
 * @param what the key that the pair is for, as in `key "admin" of cluster c-1`
 * @param work gets the nodes, opened with the admin key, and a set for the ids that are not of the pair
 */
export async function withIssuedPair<T>(
  call: KeyCall,
  cluster: ServingCluster,
  { purpose, what }: { readonly purpose: string; readonly what: string },
  work: (admin: Nodes, others: Set<string>) => Promise<T>,
): Promise<T> {
  const issued = await issuePair(call, cluster.id, purpose);
  const others = new Set<string>();
  const admin = await openNodes(call, cluster, issued.pair.admin_key, `the pair issued for ${what}`);
  try {
    return await work(admin, others);
  } finally {
    await revokePair(call, admin, issued, { what, others });
  }
}

async function issuePair(call: KeyCall, cluster: string, purpose: string): Promise<IssuedForWork> {
  const client = clientOf(call.service);
  const now = () => toInstant(Math.floor(client.serverNow() / 1000)) ?? "";
  const lostAt: string[] = [];
  const pair = await whenServing<IssuedPair>(call, cluster, purpose, async () => {
    try {
      return { done: await requestPair(call, cluster) };
    } catch (error) {
      if (!failedAs(error, "lost_write")) throw error;
      lostAt.push(now());
      const { withLine } = await loadDataPlane();
      if (lostAt.length > MAX_LOST || call.signal.aborted)
        throw withLine(
          error,
          `It was requested at ${lostAt.join(" and ")}. The next apply names it if the nodes list it.`,
        );
      return { again: true };
    }
  });
  return { pair, at: now(), lostAt };
}

/** The requests for pairs of this run whose answers have not arrived. */
const requested = runState((_: Service) => new Set<Promise<unknown>>());

/** Requests a pair, and marks both of its keys as those of this run: another create must not name them as left over. */
async function requestPair({ service, signal }: KeyCall, cluster: string): Promise<IssuedPair> {
  const request = clientOf(service)
    .issueApiKeys(cluster, { signal })
    .then((pair) => {
      for (const value of [pair.admin_key, pair.search_only_key]) markManagedKey(service, { value });
      return pair;
    });
  const all = requested(service);
  all.add(request);
  return request.finally(() => all.delete(request));
}

/** Waits until each pair that this run has requested is known, or its answer lost. */
export async function awaitRequestedPairs(service: Service): Promise<void> {
  await Promise.allSettled([...requested(service)]);
}

/** Revokes an issued pair, and names what stays valid. Never throws. */
async function revokePair(
  call: KeyCall,
  admin: Nodes,
  issued: IssuedForWork,
  { what, others }: { readonly what: string; readonly others: ReadonlySet<string> },
): Promise<void> {
  const { otherIssuedKeys, revokeIssuedPair } = await loadDataPlane();
  const grace = graceAfter(call.signal, admin);
  const isOther = ({ id }: NodeKeyRecord) => !others.has(id);
  try {
    const { signal } = grace;
    const own = ownKeyIn(call, issued.pair);
    if (own !== undefined) return reportOldPair(call, admin, what, own);
    const { all, found, isRevoked } = await revokeIssuedPair(admin, issued.pair, { signal, others });
    await awaitRequestedPairs(call.service);
    if (!isRevoked) reportValidPair(call, admin, issued, what, { all });
    // Where the nodes do not list this pair, they list no other one either.
    if (found === null) reportLostPairs(call, admin, issued.lostAt);
    else reportOtherPairs(call, admin, otherIssuedKeys(all, found).filter(isOther), issued.lostAt);
  } catch (error) {
    call.log.warn("An issued pair of keys could not be revoked", { reason: String(error) });
    reportValidPair(call, admin, issued, what, { error });
    reportLostPairs(call, admin, issued.lostAt);
  } finally {
    grace.end();
  }
}

/** Finds a key in a pair that this run had before: then the service has issued no new one, and revoking it may leave none. */
function ownKeyIn({ service, config }: KeyCall, pair: IssuedPair): string | undefined {
  const { dataApiKey } = service;
  const own = [
    ["data_api_key", isUnknown(dataApiKey) ? undefined : dataApiKey?.value],
    ["api_key", config?.api_key],
    ["value_wo", config?.value_wo],
  ] as const;
  return own.find(([, value]) => value === pair.admin_key || value === pair.search_only_key)?.[0];
}

/** Returns a signal that is aborted some time after another one: after Ctrl-C, what was issued can still be revoked. */
function graceAfter(signal: AbortSignal, { clock }: Pick<Nodes, "clock">) {
  const late = new AbortController();
  const over = new AbortController();
  const begin = () =>
    void clock.sleep(GRACE_MS, over.signal).then(() => {
      if (!over.signal.aborted) late.abort();
    });
  if (signal.aborted) begin();
  else signal.addEventListener("abort", begin, { once: true });
  return {
    signal: late.signal,
    end() {
      signal.removeEventListener("abort", begin);
      over.abort();
    },
  };
}
