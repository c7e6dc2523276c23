import type { GetProviderSchemaResponse, ProviderHandlers } from "../../wire";
import type { Session } from "../session";
import { encodeFunction, encodeSchema } from "./schema";

const CAPABILITIES = {
  planDestroy: true,
  getProviderSchemaOptional: true,
  moveResourceState: true,
  generateResourceConfig: false,
};

export function getProviderSchema(session: Session): ProviderHandlers["getProviderSchema"] {
  return async () => providerSchema(session);
}

/** The whole provider as Terraform sees it. */
export function providerSchema(session: Session): GetProviderSchemaResponse {
  const { provider } = session;
  const named = <T extends { readonly name: string }, R>(parts: readonly T[], encode: (part: T) => R) =>
    Object.fromEntries(parts.map((part) => [session.typeName(part), encode(part)]));
  return {
    provider: encodeSchema(provider.schema, provider.description),
    resourceSchemas: named(provider.resources, (part) =>
      encodeSchema(part.schema, part.description, part.version),
    ),
    dataSourceSchemas: named(provider.dataSources, (part) => encodeSchema(part.schema, part.description)),
    functions: functionsOf(session),
    ephemeralResourceSchemas: {},
    listResourceSchemas: {},
    stateStoreSchemas: {},
    actionSchemas: {},
    diagnostics: [],
    serverCapabilities: CAPABILITIES,
  };
}

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

export function getFunctions(session: Session): ProviderHandlers["getFunctions"] {
  return async () => ({ functions: functionsOf(session), diagnostics: [] });
}

function functionsOf({ provider }: Session) {
  return Object.fromEntries(provider.functions.map((part) => [part.name, encodeFunction(part)]));
}
