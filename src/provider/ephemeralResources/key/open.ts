import type { NodesTarget, TemporaryKey } from "../../../dataPlane";
import { parseDuration, type RenewableCall, TerraformError } from "../../../framework";
import { toInstant } from "../../model/convert";
import {
  childId,
  hasKnownTarget,
  type NodeValues,
  resolveNodes,
  warnOfActions,
} from "../../shared/dataPlane";
import { clientOf, loadDataPlane, nodesClientOf, type Service } from "../../shared/service";
import { DEFAULT_TTL, type TemporaryKeyValues } from "./schema";

/** The data that a close needs. It is in no plan and no state: Terraform keeps it in its memory until then. */
export interface OpenedKey {
  readonly key: TemporaryKey;
  /** The nodes, with the key that created it. */
  readonly opener: NodesTarget;
  /** Null: the nodes were given by URL. */
  readonly cluster: string | null;
}

export type OpenCall = RenewableCall<Service, OpenedKey>;

/** Creates the key. Each plan does it, and each apply again, whether its value is used or not. */
export async function openKey(
  call: OpenCall,
  config: TemporaryKeyValues,
): Promise<Partial<TemporaryKeyValues>> {
  const { service, signal } = call;
  const { cluster_id: cluster, actions, collections, ttl } = config;
  refuseUnknownProvider(service, config);
  const { target, clock } = await resolveNodes(call, config, "to create a temporary key");
  warnOfActions(call, actions);
  const { openTemporaryKey } = await loadDataPlane();
  const key = await openTemporaryKey(
    await nodesClientOf(service),
    target,
    {
      actions,
      collections,
      lifetimeMs: parseDuration(ttl ?? DEFAULT_TTL) ?? 0,
      // Reading the cluster has shown the time of the service.
      now: () => (cluster === null ? clock.now() : clientOf(service).serverNow()),
    },
    { signal },
  );
  call.setPrivateState({ key, opener: target, cluster });
  const { id, value, body } = key;
  return { id: childId(config, id), value, expires_at: toInstant(body.expires_at) };
}

/** @throws TerraformError while the provider's configuration is unknown: Terraform does not wait for it, unlike for the block's own. */
function refuseUnknownProvider(service: Service, config: NodeValues): void {
  const where = config.cluster_id === null ? "node_urls" : "cluster_id";
  if (hasKnownTarget(service, config)) return;
  throw new TerraformError(
    "A temporary key cannot be opened before the provider's configuration is known",
    "An attribute of the provider block (its data_api_key, say) depends on a value that is only known after apply. Terraform opens an ephemeral resource in every " +
      `plan, as soon as the arguments of its own block are known; depends_on does not delay that. Take ${where} from a computed attribute of the resource that ` +
      'the value comes from: for a searchcloud_key "admin", cluster_id = split("/", searchcloud_key.admin.id)[0]. Then Terraform opens it in the apply, after ' +
      "that resource. Nothing was sent.",
    [where],
  );
}
