import type { TerraformResource } from "cdktf";

interface Fragment {
  readonly resource?: { readonly [type: string]: { readonly [name: string]: { lifecycle?: object } } };
}

/** In HCL, CDKTF writes the conditions of `lifecycle` as attributes, which Terraform refuses: they are blocks. */
export function withConditionBlocks<Resource extends TerraformResource>(resource: Resource): Resource {
  const render: () => Fragment = resource.toHclTerraform.bind(resource);
  resource.toHclTerraform = () => {
    const fragment = render();
    const attributes = fragment.resource?.[resource.terraformResourceType]?.[resource.friendlyUniqueId];
    if (attributes?.lifecycle !== undefined)
      attributes.lifecycle = { value: withBlocks(attributes.lifecycle) };
    return fragment;
  };
  return resource;
}

function withBlocks(lifecycle: object): object {
  const conditions = ["precondition", "postcondition"];
  const entries = Object.entries(lifecycle).map(([name, value]) => {
    return [name, conditions.includes(name) ? { value, isBlock: true, type: "list" } : value];
  });
  return Object.fromEntries(entries);
}
