import type { CloningOperationRecord } from "../../client";
import { isUnknown } from "../../framework";
import { isInFlight } from "../clusterChange/inFlight";
import { importBlock, isOrphanedClone } from "../clusterChange/orphans";
import { readHint } from "../preflight/hint";
import { createBody } from "./model";
import type { ClonePlanning } from "./schema";

/** At most so many clones are read, newest first. */
const MOST = 3;

/**
 * Names clones that are billed, are exactly what a create requests, and that no resource is known to manage: an apply that was
 * interrupted may have left one (docs/design/laws.md#l1). A hint only; costs one request, and at most {@link MOST} more.
 */
export async function warnOfEarlier(planning: ClonePlanning): Promise<void> {
  const { config } = planning;
  if (!config) return;
  const { cluster_id: source, target_region, search_server_version, notification_email_addresses } = config;
  if (isUnknown(source) || isUnknown(target_region) || isUnknown(search_server_version)) return;
  if (isUnknown(notification_email_addresses)) return;
  const body = createBody({ target_region, search_server_version, notification_email_addresses });
  const found = await readHint(planning, async (client, options) => {
    const all = await client.cloningOperations(source, options);
    const same = all.filter(
      (one) => (isInFlight(one) || one.status === "succeeded") && isOrphanedClone(client, source, one, body),
    );
    const billed: CloningOperationRecord[] = [];
    for (const one of same.slice(0, MOST)) {
      const target = one.target_cluster_reference_id;
      const seen = target === null ? null : await client.read(target, "shared", options);
      if (seen === null || seen.kind === "present") billed.push(one);
    }
    return billed;
  });
  const [first] = found ?? [];
  if (!found || !first) return;
  const names = found.map(({ id, status, target_cluster_reference_id: target }) =>
    target === null ? `  ${id}: ${status}` : `  ${id}: cluster ${target}`,
  );
  planning.warn(
    `Cluster ${source} already has a clone like this`,
    `Each of these is billed:\n${names.join("\n")}\n\nIf an apply that was interrupted requested one of them, import it instead of creating ` +
      `another one:\n\n${importBlock("cloning_operation", `${source}/${first.id}`)}\n\n` +
      "If another resource or another person manages it, or it is kept on purpose, there is nothing to do.",
  );
}
