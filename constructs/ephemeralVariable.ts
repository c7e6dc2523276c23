import {
  Annotations,
  type TerraformElement,
  TerraformVariable,
  type TerraformVariableConfig,
  Token,
} from "cdktf";
import type { Construct } from "constructs";
import { requireFeature } from "./workarounds";

/** A value that Terraform stores neither in the state nor in a saved plan. */
export interface WriteOnlyValue {
  /** The value, such as `stringValue` of an {@link EphemeralVariable}. A literal is readable in the synthesized files. */
  readonly value: string;

  /** Any whole number. Terraform cannot see that the value has changed: change the version with it. */
  readonly version: number;
}

/**
 * A variable for a secret: sensitive, and ephemeral, so that its value is in no state and in no saved plan. Terraform accepts it for
 * write-only arguments, such as `valueWo` of a {@link Key}, and in provider configurations. Set it as `TF_VAR_<name>` in the environment,
 * in every deploy. Requires Terraform 1.10 or OpenTofu 1.11.
 */
export class EphemeralVariable extends TerraformVariable {
  /** @param config - settings of the variable. @default - a sensitive string */
  constructor(scope: Construct, id: string, config: TerraformVariableConfig = {}) {
    super(scope, id, { type: "string", sensitive: true, ...config });
  }

  override synthesizeAttributes(): { [name: string]: unknown } {
    return { ...super.synthesizeAttributes(), ephemeral: true };
  }

  override synthesizeHclAttributes(): { [name: string]: unknown } {
    const ephemeral = { value: true, type: "simple", storageClassType: "boolean" };
    return { ...super.synthesizeHclAttributes(), ephemeral };
  }
}

/** Warns about a literal, and notes the use of write-only arguments. */
export function noteWriteOnly(element: TerraformElement, prop: string, value: string): void {
  requireFeature(element, "writeOnlyAttributes");
  if (Token.isUnresolved(value)) return;
  Annotations.of(element).addWarning(
    `The prop ${prop} is a literal, so the key is readable in the synthesized files. Pass an EphemeralVariable.`,
  );
}
