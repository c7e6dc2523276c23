import { App } from "cdktf";
import type { IConstruct } from "constructs";

/** Whether HCL is synthesized, in which CDKTF writes some expressions and strings wrongly. */
export function isHcl({ node }: IConstruct): boolean {
  return App.isApp(node.root) && node.root.hclOutput;
}
