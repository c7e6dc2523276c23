import {
  App,
  type TerraformDataSource,
  type TerraformProvider,
  type TerraformResource,
  TerraformStack,
} from "cdktf";
import type { IConstruct } from "constructs";

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

/** The stacks in which Terraform's version is checked already. */
const CHECKED = new WeakSet<TerraformStack>();

/**
 * Makes the next deploy import what exists. CDKTF would start `terraform version` at synthesis for each import; once for a
 * stack is enough, and a stack of a thousand imports takes a minute less.
 */
export function importExisting(resource: TerraformResource, id: string, provider?: TerraformProvider): void {
  const { node } = resource;
  const stack = TerraformStack.of(resource);
  const isChecked = CHECKED.has(stack);
  CHECKED.add(stack);
  const { addValidation } = node;
  if (isChecked) node.addValidation = () => {};
  resource.importFrom(id, provider ?? resource.provider);
  node.addValidation = addValidation;
}

/** Whether HCL is synthesized, in which CDKTF writes some expressions and strings wrongly. */
export function isHcl({ node }: IConstruct): boolean {
  return App.isApp(node.root) && node.root.hclOutput;
}
