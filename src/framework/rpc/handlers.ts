import type { DynamicValue, ProviderHandlers } from "../../wire";
import { collapseUnknown, type ValueRecord } from "../../wire/cty/value";
import { TerraformError } from "../diagnostics";
import type { Session } from "../session";
import { withConfigured } from "../state";
import { validated } from "./configurations";
import { deferralOf } from "./deferral";
import { respond } from "./diagnostics";
import { ephemeralHandlers } from "./ephemeral";
import { functionHandlers } from "./functions";
import { identityHandlers } from "./identitySchemas";
import { instanceHandlers } from "./instances";
import { schemaHandlers } from "./schema";
import { upgradeResourceState } from "./upgradeResourceState";
import { decodeAndRegister, encodeRecord } from "./values";

/** Creates the handlers of every RPC that Terraform calls. */
export function handlersOf(session: Session): ProviderHandlers {
  return guarded(session, {
    ...schemaHandlers(session),
    ...configurationHandlers(session),
    ...instanceHandlers(session),
    ...identityHandlers(session),
    ...functionHandlers(session),
    ...ephemeralHandlers(session),
    ...operationHandlers(session),
    readDataSource: readDataSource(session),
    upgradeResourceState: upgradeResourceState(session),
    /** Ends every wait at once. Running calls answer with the values known so far. */
    stopProvider: async () => {
      session.stop();
      return { error: "" };
    },
  });
}

/** Redacts errors of handlers, because Terraform shows them unchanged. */
function guarded({ environment: { secrets } }: Session, handlers: ProviderHandlers): ProviderHandlers {
  const redacted = (error: unknown) =>
    new Error(secrets.outgoing(error instanceof Error ? error.message : String(error)));
  const guard =
    (handler: (...given: never) => Promise<unknown> | AsyncIterable<unknown>) =>
    (...given: never) => {
      const answer = handler(...given);
      return "then" in answer
        ? answer.catch((error: unknown) => Promise.reject(redacted(error)))
        : guardedStream(answer, redacted);
    };
  const all = Object.entries(handlers).map(([name, handler]) => [name, handler && guard(handler)]);
  return Object.fromEntries(all) as ProviderHandlers;
}

async function* guardedStream(messages: AsyncIterable<unknown>, redacted: (error: unknown) => Error) {
  try {
    yield* messages;
  } catch (error) {
    throw redacted(error);
  }
}

function readDataSource(session: Session): ProviderHandlers["readDataSource"] {
  return ({ typeName, ...request }, context) => {
    const deferral = deferralOf(session, request.clientCapabilities);
    const none: typeof deferral & { state?: DynamicValue } = { ...deferral };
    return respond(session, `reading data source ${typeName}`, none, async (answer, diagnostics) => {
      if (deferral.deferred) return;
      const { schema, read } = await session.dataSource(typeName);
      const config = decodeAndRegister(session, schema, request.config);
      if (!config) return;
      const observed = (await read(session.call({ context, diagnostics }), config)) as ValueRecord;
      answer.state = encodeRecord(schema, withConfigured(schema, config, observed));
    });
  };
}

/** Creates the handlers for lists, actions, generated configuration and moves. Most of their code is loaded at the first call. */
function operationHandlers(session: Session) {
  const operations = () => import("./operations");
  return {
    validateListResourceConfig: ({ typeName, config }) =>
      validated(session, `validating list ${typeName}`, config, () => session.listResource(typeName)),
    validateActionConfig: ({ typeName, config }) =>
      // Every Terraform that has actions has write-only arguments, and names no such capability in this call.
      validated(session, `validating action ${typeName}`, config, () => session.action(typeName), true),
    planAction: async (request, context) => (await operations()).planAction(session, request, context),
    generateResourceConfig: async (request) => (await operations()).generateResourceConfig(session, request),
    moveResourceState: async (request) => (await operations()).moveResourceState(session, request),
    async *listResource(request, context) {
      yield* (await operations()).listResource(session, request, context);
    },
    async *invokeAction(request, context) {
      yield* (await operations()).invokeAction(session, request, context);
    },
  } satisfies ProviderHandlers;
}

/** Creates the handlers that validate configurations, and configure the provider. */
function configurationHandlers(session: Session) {
  const { provider } = session;
  const { name, schema, configure } = provider;
  return {
    validateProviderConfig: ({ config }) =>
      validated(session, `validating the configuration of provider ${name}`, config, () => provider),
    validateResourceConfig: ({ typeName, config, clientCapabilities }) =>
      validated(
        session,
        `validating a ${typeName}`,
        config,
        () => session.resource(typeName),
        clientCapabilities?.writeOnlyAttributesAllowed,
      ),
    validateDataResourceConfig: ({ typeName, config }) =>
      validated(session, `validating data source ${typeName}`, config, () => session.dataSource(typeName)),
    validateEphemeralResourceConfig: ({ typeName, config }) =>
      validated(session, `validating ephemeral resource ${typeName}`, config, () =>
        session.ephemeralResource(typeName),
      ),
    configureProvider: (request) =>
      respond(session, `configuring provider ${name}`, {}, async (_, { warn }) => {
        const config = decodeAndRegister(session, schema, request.config);
        if (!config) throw new TerraformError("No provider configuration", "Terraform sent none.");
        const { terraformVersion } = request;
        const { log, secrets } = session.environment;
        let isDeferred = false;
        const defer = () => {
          isDeferred = true;
        };
        const context = { terraformVersion, log, warn, secrets, defer };
        session.configured(await configure(collapseUnknown(config), context), isDeferred);
      }),
  } satisfies ProviderHandlers;
}
