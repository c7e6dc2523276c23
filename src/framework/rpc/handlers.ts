import type { ProviderHandlers } from "../../wire";
import type { Session } from "../session";
import { configurationHandlers } from "./configuration";
import { functionHandlers } from "./functions";
import { instanceHandlers } from "./instances";
import { notOffered } from "./notOffered";
import { readDataSource } from "./readDataSource";
import { schemaHandlers } from "./schema";
import { upgradeResourceState } from "./upgradeResourceState";

/** Every RPC that Terraform calls, answered for one session. */
export function handlersOf(session: Session): ProviderHandlers {
  return {
    ...schemaHandlers(session),
    ...configurationHandlers(session),
    ...instanceHandlers(session),
    ...functionHandlers(session),
    ...notOffered(session),
    readDataSource: readDataSource(session),
    upgradeResourceState: upgradeResourceState(session),
    /** Every wait ends at once, and the running calls answer with what they know. */
    stopProvider: async () => {
      session.stop();
      return { error: "" };
    },
  };
}
