import type { ProviderHandlers } from "../../wire";
import type { Session } from "../session";
import { applyResourceChange } from "./applyResourceChange";
import { callFunction } from "./callFunction";
import { configureProvider, stopProvider } from "./configureProvider";
import { getFunctions, getMetadata, getProviderSchema } from "./getProviderSchema";
import { notOffered } from "./notOffered";
import { planResourceChange } from "./planResourceChange";
import { readDataSource } from "./readDataSource";
import { importResourceState, readResource } from "./readResource";
import { upgradeResourceState } from "./upgradeResourceState";
import { validators } from "./validateConfig";

/** Every RPC that Terraform calls, answered for one session. */
export function handlers(session: Session): ProviderHandlers {
  return {
    getMetadata: getMetadata(session),
    getProviderSchema: getProviderSchema(session),
    ...validators(session),
    upgradeResourceState: upgradeResourceState(session),
    configureProvider: configureProvider(session),
    readResource: readResource(session),
    planResourceChange: planResourceChange(session),
    applyResourceChange: applyResourceChange(session),
    importResourceState: importResourceState(session),
    readDataSource: readDataSource(session),
    getFunctions: getFunctions(session),
    callFunction: callFunction(session),
    stopProvider: stopProvider(session),
    ...notOffered(session),
  };
}
