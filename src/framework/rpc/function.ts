import { encodeType, type FunctionSignature, StringKind } from "../../wire";
import type { FunctionParameter, ProviderFunction } from "../resource";

/** A function's signature as Terraform reads it. */
export function encodeFunction(part: ProviderFunction): FunctionSignature {
  return {
    parameters: part.parameters.map(encodeParameter),
    variadicParameter: undefined,
    return: { type: encodeType(part.returns.cty) },
    summary: part.summary,
    description: part.description,
    descriptionKind: StringKind.MARKDOWN,
    deprecationMessage: "",
  };
}

function encodeParameter(parameter: FunctionParameter) {
  return {
    name: parameter.name,
    type: encodeType(parameter.type.cty),
    allowNullValue: parameter.allowNull ?? false,
    allowUnknownValues: false,
    description: parameter.description,
    descriptionKind: StringKind.MARKDOWN,
  };
}
