import type { ProviderHandlers } from "../../wire";
import type { Session } from "../session";
import { applyResourceChange } from "./applyResourceChange";
import { callFunction } from "./callFunction";
import { configureProvider } from "./configureProvider";
import { getFunctions } from "./getFunctions";
import { getMetadata } from "./getMetadata";
import { getProviderSchema } from "./getProviderSchema";
import { identity } from "./identity";
import { importResourceState } from "./importResourceState";
import { moveResourceState } from "./moveResourceState";
import { notOffered } from "./notOffered";
import { planResourceChange } from "./planResourceChange";
import { readDataSource } from "./readDataSource";
import { readResource } from "./readResource";
import { stopProvider } from "./stopProvider";
import { upgradeResourceState } from "./upgradeResourceState";
import { validateDataResourceConfig } from "./validateDataResourceConfig";
import { validateProviderConfig } from "./validateProviderConfig";
import { validateResourceConfig } from "./validateResourceConfig";

/** Every RPC that Terraform calls, answered for one session. */
export function handlers(session: Session): ProviderHandlers {
  return {
    getMetadata: getMetadata(session),
    getProviderSchema: getProviderSchema(session),
    validateProviderConfig: validateProviderConfig(session),
    validateResourceConfig: validateResourceConfig(session),
    validateDataResourceConfig: validateDataResourceConfig(session),
    upgradeResourceState: upgradeResourceState(session),
    configureProvider: configureProvider(session),
    readResource: readResource(session),
    planResourceChange: planResourceChange(session),
    applyResourceChange: applyResourceChange(session),
    importResourceState: importResourceState(session),
    moveResourceState: moveResourceState(session),
    readDataSource: readDataSource(session),
    getFunctions: getFunctions(session),
    callFunction: callFunction(session),
    stopProvider: stopProvider(session),
    ...identity(session),
    ...notOffered(session),
  };
}
