import { type TerraformProvider, type TerraformResource, TerraformStack } from "cdktf";

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
