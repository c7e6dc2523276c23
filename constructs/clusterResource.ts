import { Cluster } from "./generated/cluster";

interface Fragment {
  readonly resource?: { readonly [type: string]: { readonly [name: string]: { lifecycle?: object } } };
}

/**
 * The generated resource with one thing mended: in HCL, CDKTF writes the conditions of `lifecycle` as attributes, which
 * Terraform refuses; they are blocks.
 */
export class ClusterResource extends Cluster {
  override toHclTerraform(): Fragment {
    const fragment: Fragment = super.toHclTerraform();
    const attributes = fragment.resource?.[this.terraformResourceType]?.[this.friendlyUniqueId];
    if (attributes?.lifecycle !== undefined)
      attributes.lifecycle = { value: withBlocks(attributes.lifecycle) };
    return fragment;
  }
}

function withBlocks(lifecycle: object): object {
  const conditions = ["precondition", "postcondition"];
  const entries = Object.entries(lifecycle).map(([name, value]) => {
    return [name, conditions.includes(name) ? { value, isBlock: true, type: "list" } : value];
  });
  return Object.fromEntries(entries);
}
