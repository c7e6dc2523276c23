import type { DynamicValue, ProviderHandlers } from "../../wire";
import { hasUnknown, mapRecord, UNKNOWN } from "../../wire/cty/value";
import { TerraformError } from "../diagnostics";
import type { AnyProvider } from "../provider";
import type { Session } from "../session";
import { validate } from "../validate";
import { answering } from "./diagnostics";
import { decodeKept } from "./values";

type Validated = Pick<AnyProvider, "schema" | "validators">;

/** What Terraform asks about a configuration: whether it is valid, and, for the provider's own, to work with it. */
export function configurationHandlers(session: Session) {
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
