import type { ProviderHandlers } from "../../wire";
import { TerraformError } from "../diagnostics";
import type { Session } from "../session";
import { guarded } from "./diagnostics";

/** Terraform 1.12 and later asks for identities; no type of ours has one. */
export function identity(
  session: Session,
): Pick<ProviderHandlers, "getResourceIdentitySchemas" | "upgradeResourceIdentity"> {
  return {
    getResourceIdentitySchemas: async () => ({ identitySchemas: {}, diagnostics: [] }),
    upgradeResourceIdentity: async (request) => ({
      upgradedIdentity: undefined,
      diagnostics: await guarded(session, `reading the identity of a ${request.typeName}`, () => {
        throw new TerraformError("No resource identity", `${request.typeName} has no identity to upgrade.`);
      }),
    }),
  };
}
