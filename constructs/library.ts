import { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { check } from "./check";

/** How jsii, which the libraries are built with, marks their classes; subclasses inherit it. */
const RTTI = Symbol.for("jsii.rtti");

/**
 * The constructs are built for each library, and synthesis fails obscurely where those for one are in a stack of the other.
 * Two copies of one library are fine.
 * @throws when the stack is not one of the library that these constructs are for.
 */
export function checkLibrary(scope: Construct): void {
  const stack = TerraformStack.of(scope);
  const [ours, theirs] = [TerraformStack, stack.constructor].map(libraryOf);
  check(
    theirs === ours,
    `Stack "${stack.node.id}" is one of ${theirs}, but these constructs are for ${ours}. Import those for the library that ` +
      'your program uses: "cdktf-provider-searchcloud", or "cdktf-provider-searchcloud/cdktn".',
  );
}

function libraryOf(type: object): string | undefined {
  return (type as { readonly [RTTI]?: { readonly fqn?: string } })[RTTI]?.fqn?.split(".")[0];
}
