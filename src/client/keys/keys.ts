import type { ApiKeysRecord } from "../../api/records";
import type { Call } from "../request/call";
import type { CallOptions } from "../request/operations";

/** The two keys of a pair. Both are secrets, and can never be read again. */
export type IssuedKeys = ApiKeysRecord["api_keys"];

/** The data-plane keys of clusters (docs/design/api-assumptions.md#keys). */
export interface ApiKeys {
  /**
   * Issues a new pair of keys; every call issues another one. The request is repeated only when the service has certainly
   * not carried it out (429, no connection). A lost answer cannot be resolved: throws an ApiError of the kind `lost_write`
   * that says how to revoke the pair which nobody has seen.
   */
  issueApiKeys(clusterId: string, options: CallOptions): Promise<IssuedKeys>;
}

export function createApiKeys(call: Call): ApiKeys {
  return {
    async issueApiKeys(clusterId, options) {
      return (await call("issueClusterApiKeys", { path: { cluster_id: clusterId } }, options)).api_keys;
    },
  };
}
