import type { ProviderHandlers } from "../../wire";
import type { Session } from "../session";

/** Terraform was interrupted: every wait ends at once, and the running calls answer with what they know. */
export function stopProvider(session: Session): ProviderHandlers["stopProvider"] {
  return async () => {
    session.stop();
    return { error: "" };
  };
}
