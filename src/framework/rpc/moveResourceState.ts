import type { ProviderHandlers } from "../../wire";
import { TerraformError } from "../diagnostics";
import type { Session } from "../session";
import { guarded } from "./diagnostics";

/** No type of ours takes over the state of another type. */
export function moveResourceState(session: Session): ProviderHandlers["moveResourceState"] {
  return async (request) => ({
    targetState: undefined,
    targetPrivate: new Uint8Array(),
    targetIdentity: undefined,
    diagnostics: await guarded(session, `moving state to ${request.targetTypeName}`, () => {
      throw new TerraformError(
        "Unable to move resource state",
        `${request.targetTypeName} cannot take over the state of ${request.sourceTypeName} from ` +
          `${request.sourceProviderAddress}. Remove the "moved" block; to keep the remote object, use a "removed" block ` +
          'for the old address and an "import" block for the new one.',
      );
    }),
  });
}
