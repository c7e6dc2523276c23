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
    if (attributes?.lifecycle === undefined) return fragment;
    const value = Object.entries(attributes.lifecycle).map(([name, value]) => {
      return [name, /^(pre|post)condition$/.test(name) ? { value, isBlock: true, type: "list" } : value];
    });
    attributes.lifecycle = { value: Object.fromEntries(value) };
    return fragment;
  };
  return resource;
}
