import type { TerraformResource } from "cdktf";
import { ApiKeys } from "./generated/api-keys";
import { CloningOperation } from "./generated/cloning-operation";
import { Cluster } from "./generated/cluster";
import { ConfigurationChange } from "./generated/configuration-change";
import { ServerParameter } from "./generated/server-parameter";

/*
 * The generated resources with one thing mended: in HCL, CDKTF writes the conditions of `lifecycle` as attributes, which
 * Terraform refuses; they are blocks.
 */

export class ClusterResource extends Cluster {
  override toHclTerraform(): Fragment {
    return mended(this, super.toHclTerraform());
  }
}

export class ConfigurationChangeResource extends ConfigurationChange {
  override toHclTerraform(): Fragment {
    return mended(this, super.toHclTerraform());
  }
}

export class ServerParameterResource extends ServerParameter {
  override toHclTerraform(): Fragment {
    return mended(this, super.toHclTerraform());
  }
}

export class CloningOperationResource extends CloningOperation {
  override toHclTerraform(): Fragment {
    return mended(this, super.toHclTerraform());
  }
}

export class ApiKeysResource extends ApiKeys {
  override toHclTerraform(): Fragment {
    return mended(this, super.toHclTerraform());
  }
}

interface Fragment {
  readonly resource?: { readonly [type: string]: { readonly [name: string]: { lifecycle?: object } } };
}

function mended(resource: TerraformResource, fragment: Fragment): Fragment {
  const attributes = fragment.resource?.[resource.terraformResourceType]?.[resource.friendlyUniqueId];
  if (attributes?.lifecycle !== undefined) attributes.lifecycle = { value: withBlocks(attributes.lifecycle) };
  return fragment;
}

function withBlocks(lifecycle: object): object {
  const conditions = ["precondition", "postcondition"];
  const entries = Object.entries(lifecycle).map(([name, value]) => {
    return [name, conditions.includes(name) ? { value, isBlock: true, type: "list" } : value];
  });
  return Object.fromEntries(entries);
}
