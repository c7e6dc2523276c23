import type { ProviderHandlers } from "../../wire";
import { TerraformError } from "../diagnostics";
import type { Session } from "../session";
import { answering } from "./diagnostics";

/**
 * What Terraform may call and no type here has, answered as providers in Go answer it: a move between types, resource
 * identities (called by Terraform 1.12 and later) and ephemeral resources.
 */
export function notOffered(session: Session) {
  const refuse = (summary: string, detail: string) =>
    answering(session, "refusing", {}, () => {
      throw new TerraformError(summary, detail);
    });
  const refuseEphemeral = ({ typeName }: { readonly typeName: string }) =>
    refuse("Ephemeral resource type not found", `This provider has no ephemeral resource "${typeName}".`);
  return {
    moveResourceState: async ({ sourceProviderAddress, sourceTypeName, targetTypeName }) => ({
      targetPrivate: new Uint8Array(),
      ...(await refuse(
        "Unable to move resource state",
        `${targetTypeName} cannot take over the state of ${sourceTypeName} from ${sourceProviderAddress}. ` +
          'Remove the "moved" block; to keep the remote object, use a "removed" block for the old address and an ' +
          '"import" block for the new one.',
      )),
    }),
    getResourceIdentitySchemas: async () => ({ identitySchemas: {}, diagnostics: [] }),
    upgradeResourceIdentity: ({ typeName }) =>
      refuse("No resource identity", `${typeName} has no identity to upgrade.`),
    validateEphemeralResourceConfig: refuseEphemeral,
    openEphemeralResource: refuseEphemeral,
    renewEphemeralResource: refuseEphemeral,
    closeEphemeralResource: refuseEphemeral,
  } satisfies ProviderHandlers;
}
