import type { TerraformDataSource, TerraformResource } from "cdktf";

interface Rendered {
  readonly [type: string]: { readonly [name: string]: { lifecycle?: object } };
}

interface Fragment {
  readonly resource?: Rendered;
  readonly data?: Rendered;
}

/** In HCL, CDKTF writes the conditions of `lifecycle` as attributes, which Terraform refuses: they are blocks. */
export function withConditionBlocks<Part extends TerraformResource | TerraformDataSource>(part: Part): Part {
  const render: () => Fragment = part.toHclTerraform.bind(part);
  part.toHclTerraform = () => {
    const fragment = render();
    const rendered = fragment.resource ?? fragment.data;
    const attributes = rendered?.[part.terraformResourceType]?.[part.friendlyUniqueId];
    if (attributes?.lifecycle === undefined) return fragment;
    const value = Object.entries(attributes.lifecycle).map(([name, value]) => {
      return [name, /^(pre|post)condition$/.test(name) ? { value, isBlock: true, type: "list" } : value];
    });
    attributes.lifecycle = { value: Object.fromEntries(value) };
    return fragment;
  };
  return part;
}
