import type { EphemeralCall } from "../../../framework";
import { toInstant } from "../../model/convert";
import { hasSummary } from "../../model/errors";
import { clientOf, loadDataPlane, nodesClientOf, type Service } from "../../shared/service";
import type { OpenedKey } from "./open";

type CloseCall = EphemeralCall<Service, OpenedKey>;

/** Deletes the key. A failure is a warning: the run has done its work, and the key expires by itself. */
export async function closeKey(call: CloseCall): Promise<void> {
  const { service, signal, privateState: opened } = call;
  if (opened === undefined) return;
  const { endTemporaryKey } = await loadDataPlane();
  try {
    const ended = await endTemporaryKey(await nodesClientOf(service), opened.opener, opened.key, { signal });
    if (typeof ended === "string") return;
    // Another key under its id means that it is gone.
    if (ended.identity === "unsure")
      warnOfLeftover(call, opened, "The nodes show different keys under its id, and nothing was deleted.");
  } catch (error) {
    if (!hasSummary(error)) throw error;
    if (await isClusterGone(call, opened)) return;
    warnOfLeftover(call, opened, `${error.summary}.`);
  }
}

/** True if the cluster of the key is terminated, and the key with it: an apply may have done that. */
async function isClusterGone({ service, signal }: CloseCall, { cluster }: OpenedKey): Promise<boolean> {
  if (cluster === null) return false;
  try {
    return (await clientOf(service).read(cluster, "fresh", { signal })).kind !== "present";
  } catch (error) {
    if (!hasSummary(error)) throw error;
    return false;
  }
}

function warnOfLeftover({ warn }: CloseCall, { key, opener }: OpenedKey, why: string): void {
  const { id, body } = key;
  const expires = toInstant(body.expires_at);
  warn(
    `Temporary key ${id} of ${opener.named} was not deleted`,
    `${why} The key with the description ${JSON.stringify(body.description)} expires at ${expires}, and the server deletes it some time later. To end it ` +
      `before, delete it with a key that may delete keys (DELETE /keys/${id}).`,
  );
}
