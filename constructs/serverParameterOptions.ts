import type { TerraformMetaArguments } from "cdktf";

/** One parameter of a search server, and Terraform's meta-arguments. */
export interface ServerParameterOptions extends TerraformMetaArguments {
  /**
   * Name of the parameter, such as `"max-per-page"`. An edit of the name replaces the parameter.
   *
   * @default - the construct's id
   */
  readonly parameterName?: string;

  /** Value of the parameter, always a string: `"500"`. Changed in place. */
  readonly value: string;
}
