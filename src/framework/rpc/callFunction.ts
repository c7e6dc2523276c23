import type { ProviderHandlers } from "../../wire";
import { FunctionError } from "../resource";
import type { Session } from "../session";
import { decode, encode } from "./values";

export function callFunction(session: Session): ProviderHandlers["callFunction"] {
  return async (request) => {
    const found = session.function(request.name);
    if (!found) return { error: { text: `This provider has no function "${request.name}".` } };
    try {
      const values = request.arguments.map((argument, index) =>
        decode(found.parameters[index]?.type.cty ?? "dynamic", argument),
      );
      return { result: encode(found.returns.cty, found.call(...values)) };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      const functionArgument = error instanceof FunctionError ? error.argument : undefined;
      return { error: { text, functionArgument } };
    }
  };
}
