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
  return guarded(session, {
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
  });
}

/** What a handler throws, Terraform shows as it is. */
function guarded({ surroundings: { secrets } }: Session, handlers: ProviderHandlers): ProviderHandlers {
  const guard =
    (handler: (...given: never) => Promise<unknown>) =>
    (...given: never): Promise<unknown> =>
      handler(...given).catch((error: unknown) => {
        throw new Error(secrets.outgoing(error instanceof Error ? error.message : String(error)));
      });
  const all = Object.entries(handlers).map(([name, handler]) => [name, handler && guard(handler)]);
  return Object.fromEntries(all) as ProviderHandlers;
}
