import type { Diagnostic, ProviderHandlers } from "../../wire";
import { TerraformError } from "../diagnostics";
import type { Session } from "../session";
import { guarded } from "./diagnostics";

/**
 * What Terraform may call and no type here has, answered as providers in Go answer it: a move between types, resource
 * identities (called by Terraform 1.12 and later) and ephemeral resources.
 */
export function notOffered(session: Session) {
  const refuse = (attempted: string, summary: string, detail: string): Promise<Diagnostic[]> =>
    guarded(session, attempted, () => {
      throw new TerraformError(summary, detail);
    });
  const refuseEphemeral = (typeName: string) =>
    refuse(
      `opening ephemeral resource ${typeName}`,
      "Ephemeral resource type not found",
      `This provider has no ephemeral resource "${typeName}".`,
    );
  return {
    moveResourceState: async (request) => ({
      targetState: undefined,
      targetPrivate: new Uint8Array(),
      targetIdentity: undefined,
      diagnostics: await refuse(
        `moving state to ${request.targetTypeName}`,
        "Unable to move resource state",
        `${request.targetTypeName} cannot take over the state of ${request.sourceTypeName} from ` +
          `${request.sourceProviderAddress}. Remove the "moved" block; to keep the remote object, use a "removed" block ` +
          'for the old address and an "import" block for the new one.',
      ),
    }),
    getResourceIdentitySchemas: async () => ({ identitySchemas: {}, diagnostics: [] }),
    upgradeResourceIdentity: async ({ typeName }) => ({
      upgradedIdentity: undefined,
      diagnostics: await refuse(
        `reading the identity of a ${typeName}`,
        "No resource identity",
        `${typeName} has no identity to upgrade.`,
      ),
    }),
    validateEphemeralResourceConfig: async ({ typeName }) => ({
      diagnostics: await refuseEphemeral(typeName),
    }),
    openEphemeralResource: async ({ typeName }) => ({
      diagnostics: await refuseEphemeral(typeName),
      renewAt: undefined,
      result: undefined,
      private: undefined,
      deferred: undefined,
    }),
    renewEphemeralResource: async ({ typeName }) => ({
      diagnostics: await refuseEphemeral(typeName),
      renewAt: undefined,
      private: undefined,
    }),
    closeEphemeralResource: async ({ typeName }) => ({ diagnostics: await refuseEphemeral(typeName) }),
  } satisfies ProviderHandlers;
}
