import { Fn, TerraformProvider, TerraformResource } from "cdktf";
import type { ISecretSink, IssuedKeys } from "cdktf-provider-searchcloud";
import type { Construct } from "constructs";

/**
 * Stores keys in the key-value engine of a HashiCorp Vault, as one secret with three fields. It is written with CDKTF's
 * escape hatch, so that it needs no other package; with @cdktf/provider-vault, `bind` makes a KvSecretV2 instead.
 */
export class VaultSink implements ISecretSink {
  constructor(
    private readonly mount: string,
    private readonly name: string,
  ) {}

  bind(scope: Construct, keys: IssuedKeys): void {
    const secret = new TerraformResource(scope, "secret", { terraformResourceType: "vault_kv_secret_v2" });
    secret.addOverride("mount", this.mount);
    secret.addOverride("name", this.name);
    const fields = { host: keys.clusterEndpoint, admin: keys.adminKey, search: keys.searchOnlyKey };
    secret.addOverride("data_json", Fn.jsonencode(fields));
  }
}

/** The connection to the Vault, from VAULT_ADDR and VAULT_TOKEN; pinned, so that no registry has to resolve a version. */
export class VaultProvider extends TerraformProvider {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      terraformResourceType: "vault",
      terraformProviderSource: "hashicorp/vault",
      terraformGeneratorMetadata: { providerName: "vault", providerVersion: "5.3.0" },
    });
  }
}
