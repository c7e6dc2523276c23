import type { ProviderHandlers } from "../../wire";
import type { Session } from "../session";
import { CAPABILITIES } from "./getProviderSchema";

export function getMetadata(session: Session): ProviderHandlers["getMetadata"] {
  const { resources, dataSources, functions } = session.provider;
  return async () => ({
    serverCapabilities: CAPABILITIES,
    diagnostics: [],
    dataSources: dataSources.map((part) => ({ typeName: session.typeName(part) })),
    resources: resources.map((part) => ({ typeName: session.typeName(part) })),
    functions: functions.map(({ name }) => ({ name })),
    ephemeralResources: [],
    listResources: [],
    stateStores: [],
    actions: [],
  });
}
