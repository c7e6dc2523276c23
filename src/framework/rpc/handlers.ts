import type { ProviderHandlers } from "../../wire";
import type { Session } from "../session";
import { applyResourceChange } from "./applyResourceChange";
import { configureProvider } from "./configureProvider";
import { functionHandlers } from "./functions";
import { schemaHandlers } from "./getProviderSchema";
import { notOffered } from "./notOffered";
import { planResourceChange } from "./planResourceChange";
import { readDataSource } from "./readDataSource";
import { importResourceState, readResource } from "./readResource";
import { upgradeResourceState } from "./upgradeResourceState";
import { validators } from "./validateConfig";

/** Every RPC that Terraform calls, answered for one session. */
export function handlers(session: Session): ProviderHandlers {
  return {
    ...schemaHandlers(session),
    ...validators(session),
    upgradeResourceState: upgradeResourceState(session),
    configureProvider: configureProvider(session),
    readResource: readResource(session),
    planResourceChange: planResourceChange(session),
    applyResourceChange: applyResourceChange(session),
    importResourceState: importResourceState(session),
    readDataSource: readDataSource(session),
    ...functionHandlers(session),
    ...notOffered(session),
    /** Every wait ends at once, and the running calls answer with what they know. */
    stopProvider: async () => {
      session.stop();
      return { error: "" };
    },
  };
}
