import type { Construct } from "constructs";

/** Keys of a cluster's search server, as a sink receives them, and where they are valid. The keys are sensitive. */
export interface IssuedKeys {
  /** Reference ID of the cluster. */
  readonly clusterId: string;

  /** The host to send searches to. */
  readonly clusterEndpoint: string;

  /** Key for everything, in every collection. Not for applications. */
  readonly adminKey: string;

  /** Key for searches in every collection. Not for applications: derive a scoped key from it. */
  readonly searchOnlyKey: string;

  /**
   * A key that searches within `parameters` only, derived from the search-only key; for an application. See
   * {@link ApiKeys.scopedSearchKey}.
   */
  scopedSearchKey(parameters: string | { readonly [name: string]: unknown }): string;
}

/**
 * A place where secrets are kept, such as a vault. Implement it with the constructs of that place's provider, and pass it
 * to {@link ApiKeys.storeIn}:
 *
 * ```ts
 * class VaultSink implements ISecretSink {
 *   bind(scope: Construct, keys: IssuedKeys): void {
 *     new KvSecretV2(scope, "secret", {
 *       mount: "secret",
 *       name: "search",
 *       dataJson: Fn.jsonencode({ admin: keys.adminKey, search: keys.searchOnlyKey }),
 *     });
 *   }
 * }
 * ```
 */
export interface ISecretSink {
  /**
   * Makes what stores the keys.
   *
   * @param scope - of this sink and these keys alone, so that any ids can be used in it
   * @param keys - tokens: they can be passed on, but not be looked at
   */
  bind(scope: Construct, keys: IssuedKeys): void;
}
