import type { ProviderHandlers } from "../../wire";
import type { Session } from "../session";
import { encodeFunctions } from "./functions";
import { encodeSchema, type Typed } from "./schema";

const CAPABILITIES = {
  planDestroy: true,
  getProviderSchemaOptional: true,
  moveResourceState: true,
  generateResourceConfig: false,
};

/** The whole provider as Terraform sees it, and the names of its parts alone. */
export function schemaHandlers(session: Session) {
  const { provider } = session;
  const { resources, dataSources, functions } = provider;
  const encoded = (parts: readonly (Typed & { readonly name: string })[]) =>
    Object.fromEntries(parts.map((part) => [session.typeName(part), encodeSchema(part)]));
  const named = (parts: readonly { readonly name: string }[]) =>
    parts.map((part) => ({ typeName: session.typeName(part) }));
  return {
    getProviderSchema: async () => ({
      provider: encodeSchema(provider),
      resourceSchemas: encoded(resources),
      dataSourceSchemas: encoded(dataSources),
      functions: encodeFunctions(functions),
      ephemeralResourceSchemas: {},
      listResourceSchemas: {},
      stateStoreSchemas: {},
      actionSchemas: {},
      diagnostics: [],
      serverCapabilities: CAPABILITIES,
    }),
    getMetadata: async () => ({
      serverCapabilities: CAPABILITIES,
      diagnostics: [],
      dataSources: named(dataSources),
      resources: named(resources),
      functions: functions.map(({ name }) => ({ name })),
      ephemeralResources: [],
      listResources: [],
      stateStores: [],
      actions: [],
    }),
  } satisfies ProviderHandlers;
}
