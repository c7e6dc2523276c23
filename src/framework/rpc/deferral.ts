import { type ClientCapabilities, type Deferred, DeferredReason } from "../../wire";
import type { Session } from "../session";

/**
 * Returns the deferral for the answer to a call that needs the service. None unless the configuration of the provider is unknown and
 * Terraform allows deferrals: any other Terraform treats one as an error.
 */
export function deferralOf(
  { isDeferred }: Session,
  capabilities: ClientCapabilities | undefined,
): { deferred?: Deferred } {
  if (!isDeferred || !capabilities?.deferralAllowed) return {};
  return { deferred: { reason: DeferredReason.PROVIDER_CONFIG_UNKNOWN } };
}
