import {
  App,
  type TerraformDataSource,
  type TerraformElement,
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

/** Writes the conditions of `lifecycle` as blocks in HCL. CDKTF writes attributes, which Terraform rejects. */
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

/** Stacks in which the version of Terraform was already checked. */
const CHECKED = new WeakSet<TerraformStack>();

/**
 * Makes the next deploy import an existing object. CDKTF would run `terraform version` for each import at synthesis; once per stack is
 * enough, and saves a minute for a thousand imports.
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

/** True if HCL is synthesized, in which CDKTF writes some expressions and strings incorrectly. */
export function isHcl({ node }: IConstruct): boolean {
  return App.isApp(node.root) && node.root.hclOutput;
}

/** Features of Terraform that cdktn allows only in projects whose `targetVersions` have them. cdktf checks nothing. */
type VersionedFeature = "ephemeralResources" | "writeOnlyAttributes";

/** Notes the use of a feature: the bindings come from the generator of cdktf, which does not do so. */
export function requireFeature(element: TerraformElement, feature: VersionedFeature): void {
  const { registerProviderFeatureUsage: register } = element as unknown as {
    registerProviderFeatureUsage?: (feature: VersionedFeature) => void;
  };
  register?.call(element, feature);
}
