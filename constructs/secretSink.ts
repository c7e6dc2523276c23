import type { Construct } from "constructs";

/** Keys of a cluster's search server, and where they are valid. */
export interface IssuedKeys {
  /** Reference ID of the cluster. */
  readonly clusterId: string;

  /** The host that receives searches. */
  readonly clusterEndpoint: string;

  /** Key for everything, in every collection; sensitive. Not for applications. */
  readonly adminKey: string;

  /** Key for searches in every collection; sensitive. Not for applications: derive a scoped key from it. */
  readonly searchOnlyKey: string;

  /**
   * A key that searches within `parameters` only, derived offline from the search-only key; sensitive. A string is used
   * unchanged; of an object, the order of the names does not matter. Values may be tokens.
   *
   * The expression calls a function of the provider, which needs Terraform 1.8 and the JSON that CDKTF writes by default. On
   * cdktn, `targetVersions` in `cdktf.json` has to say so: `{ "terraform": ">=1.8.0" }`.
   * @throws when HCL is synthesized, in which CDKTF writes such calls wrongly.
   */
  scopedSearchKey(parameters: string | { readonly [name: string]: unknown }): string;
}

/**
 * A secret store, such as a vault. Implement it with the constructs of that store's provider, and pass it to
 * {@link ApiKeys.storeIn}:
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
   * Creates the resources that store the keys.
   * @param scope - of this sink and these keys alone, so that any ids can be used in it
   * @param keys - tokens: they can be passed on, but their values are not known at synthesis
   */
  bind(scope: Construct, keys: IssuedKeys): void;
}
