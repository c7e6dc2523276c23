import type { TerraformMetaArguments } from "cdktf";

/** How long to wait; durations such as `45m` or `1h30m`. */
export interface ApiKeysTimeouts {
  /**
   * For the cluster to be in service, before which no keys are issued.
   * @default "30m"
   */
  readonly create?: string;
}

/** When to issue keys, and Terraform's meta-arguments. */
export interface ApiKeysOptions extends TerraformMetaArguments {
  /**
   * Any values, such as `{ year: "2027" }`. When one of them changes, a new pair is issued and replaces this one. The
   * previous pair stays valid until it is revoked at the cluster.
   * @default - this pair is kept
   */
  readonly keepers?: { [name: string]: string };

  /**
   * How long to wait for the service.
   * @default - 30 minutes
   */
  readonly timeouts?: ApiKeysTimeouts;
}
