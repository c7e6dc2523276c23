import { encodeType, type FunctionSignature, type ProviderHandlers, StringKind } from "../../wire";
import { FunctionError, type ProviderFunction } from "../resource";
import type { Session } from "../session";
import { decode, encode } from "./values";

export function functionHandlers({ provider, environment: { secrets } }: Session) {
  return {
    getFunctions: async () => ({ functions: encodeFunctions(provider.functions), diagnostics: [] }),
    callFunction: async (request) => {
      const found = provider.functions.find(({ name }) => name === request.name);
      if (!found)
        return { error: { text: secrets.outgoing(`This provider has no function "${request.name}".`) } };
      try {
        const values = request.arguments.map((argument, index) =>
          decode(found.parameters[index]?.type.cty ?? "dynamic", argument),
        );
        found.parameters.forEach(({ sensitive }, index) => {
          const value = values[index];
          if (sensitive && typeof value === "string") secrets.add(value, "a sensitive value");
        });
        return { result: encode(found.returns.cty, found.call(...values)) };
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        const functionArgument = error instanceof FunctionError ? error.argument : undefined;
        return { error: { text: secrets.outgoing(text), functionArgument } };
      }
    },
  } satisfies ProviderHandlers;
}

/** Encodes the signatures of functions, by name. */
export function encodeFunctions(functions: readonly ProviderFunction[]) {
  return Object.fromEntries(functions.map((part) => [part.name, signatureOf(part)]));
}

/** Properties that are the same in every description. */
export const DESCRIPTION_DEFAULTS = { descriptionKind: StringKind.MARKDOWN, deprecationMessage: "" };

function signatureOf({ parameters, returns, summary, description }: ProviderFunction): FunctionSignature {
  return {
    ...DESCRIPTION_DEFAULTS,
    summary,
    description,
    return: { type: encodeType(returns.cty) },
    parameters: parameters.map(({ name, type, description }) => ({
      ...DESCRIPTION_DEFAULTS,
      name,
      type: encodeType(type.cty),
      allowNullValue: false,
      allowUnknownValues: false,
      description,
    })),
  };
}
