import type { Diagnostic, ProviderHandlers } from "../../wire";
import { TerraformError } from "../diagnostics";
import type { Session } from "../session";
import { guarded } from "./diagnostics";

/** Ephemeral resources: none here, so every question about one is answered as one about a type that does not exist. */
export function notOffered(
  session: Session,
): Pick<
  ProviderHandlers,
  | "validateEphemeralResourceConfig"
  | "openEphemeralResource"
  | "renewEphemeralResource"
  | "closeEphemeralResource"
> {
  const refuse = (typeName: string): Promise<Diagnostic[]> =>
    guarded(session, `looking for ephemeral resource ${typeName}`, () => {
      throw new TerraformError(
        "Ephemeral resource type not found",
        `This provider has no ephemeral resource "${typeName}".`,
      );
    });
  return {
    validateEphemeralResourceConfig: async ({ typeName }) => ({ diagnostics: await refuse(typeName) }),
    openEphemeralResource: async ({ typeName }) => ({
      diagnostics: await refuse(typeName),
      renewAt: undefined,
      result: undefined,
      private: undefined,
      deferred: undefined,
    }),
    renewEphemeralResource: async ({ typeName }) => ({
      diagnostics: await refuse(typeName),
      renewAt: undefined,
      private: undefined,
    }),
    closeEphemeralResource: async ({ typeName }) => ({ diagnostics: await refuse(typeName) }),
  };
}
