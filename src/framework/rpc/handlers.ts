import type { DynamicValue, ProviderHandlers } from "../../wire";
import { hasUnknown, mapRecord, UNKNOWN, type ValueRecord } from "../../wire/cty/value";
import { TerraformError } from "../diagnostics";
import type { AnyProvider } from "../provider";
import { isBlock } from "../schema";
import type { Session } from "../session";
import { refreshed } from "../state";
import { validate } from "../validate";
import { answering } from "./diagnostics";
import { functionHandlers } from "./functions";
import { instanceHandlers } from "./instances";
import { schemaHandlers } from "./schema";
import { upgradeResourceState } from "./upgradeResourceState";
import { decodeKept, encodeRecord } from "./values";

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

function readDataSource(session: Session): ProviderHandlers["readDataSource"] {
  return ({ typeName, ...request }, context) => {
    const none: { state?: DynamicValue } = {};
    return answering(session, `reading data source ${typeName}`, none, async (answer, diagnostics) => {
      const { schema, read } = await session.dataSource(typeName);
      const config = decodeKept(session, schema, request.config);
      if (!config) return;
      const observed = (await read(session.call({ context, diagnostics }), config)) as ValueRecord;
      // To Terraform an attribute of the configuration is answered as it was written.
      const state = mapRecord(refreshed(schema, config, observed), (value, name) => {
        const field = schema[name];
        return field && !isBlock(field) ? (config[name] ?? value) : value;
      });
      answer.state = encodeRecord(schema, state);
    });
  };
}

/**
 * What Terraform may call and no type here has, answered as providers in Go answer it: a move between types, resource
 * identities (called by Terraform 1.12 and later) and ephemeral resources.
 */
function notOffered(session: Session) {
  const refuse = (summary: string, detail: string) =>
    answering(session, "refusing", {}, () => {
      throw new TerraformError(summary, detail);
    });
  const refuseEphemeral = ({ typeName }: { readonly typeName: string }) =>
    refuse("Ephemeral resource type not found", `This provider has no ephemeral resource "${typeName}".`);
  return {
    moveResourceState: async ({ sourceProviderAddress, sourceTypeName, targetTypeName }) => ({
      targetPrivate: new Uint8Array(),
      ...(await refuse(
        "Unable to move resource state",
        `${targetTypeName} cannot take over the state of ${sourceTypeName} from ${sourceProviderAddress}. ` +
          'Remove the "moved" block; to keep the remote object, use a "removed" block for the old address and an ' +
          '"import" block for the new one.',
      )),
    }),
    getResourceIdentitySchemas: async () => ({ identitySchemas: {}, diagnostics: [] }),
    upgradeResourceIdentity: ({ typeName }) =>
      refuse("No resource identity", `${typeName} has no identity to upgrade.`),
    validateEphemeralResourceConfig: refuseEphemeral,
    openEphemeralResource: refuseEphemeral,
    renewEphemeralResource: refuseEphemeral,
    closeEphemeralResource: refuseEphemeral,
  } satisfies ProviderHandlers;
}

type Validated = Pick<AnyProvider, "schema" | "validators">;

/** What Terraform asks about a configuration: whether it is valid, and, for the provider's own, to work with it. */
function configurationHandlers(session: Session) {
  const { provider } = session;
  const { name, schema, configure } = provider;
  const validated = (
    attempted: string,
    bytes: DynamicValue | undefined,
    find: () => Validated | Promise<Validated>,
  ) =>
    answering(session, attempted, {}, async (_, diagnostics) => {
      const { schema, validators = [] } = await find();
      const config = decodeKept(session, schema, bytes);
      if (config) validate(schema, validators, config, diagnostics);
    });
  return {
    validateProviderConfig: ({ config }) =>
      validated(`validating the configuration of provider ${name}`, config, () => provider),
    validateResourceConfig: ({ typeName, config }) =>
      validated(`validating a ${typeName}`, config, () => session.resource(typeName)),
    validateDataResourceConfig: ({ typeName, config }) =>
      validated(`validating data source ${typeName}`, config, () => session.dataSource(typeName)),
    configureProvider: (request) =>
      answering(session, `configuring provider ${name}`, {}, async (_, { warn }) => {
        const config = decodeKept(session, schema, request.config);
        if (!config) throw new TerraformError("No provider configuration", "Terraform sent none.");
        const values = mapRecord(config, (value) => (hasUnknown(value) ? UNKNOWN : value));
        const { terraformVersion } = request;
        const { log, secrets } = session.surroundings;
        session.configured(await configure(values, { terraformVersion, log, warn, secrets }));
      }),
  } satisfies ProviderHandlers;
}
