import type { DynamicValue, ProviderHandlers } from "../../wire";
import type { AnyProvider } from "../provider";
import type { Session } from "../session";
import { validate } from "../validate";
import { answering } from "./diagnostics";
import { decodeRecord } from "./values";

/** The three RPCs that validate a configuration. */
export function validators(session: Session) {
  const { provider } = session;
  const answer = (
    attempted: string,
    bytes: DynamicValue | undefined,
    find: () => Pick<AnyProvider, "schema" | "validators">,
  ) =>
    answering(session, attempted, {}, (_, diagnostics) => {
      const { schema, validators = [] } = find();
      const config = decodeRecord(schema, bytes);
      if (config) validate(schema, validators, config, diagnostics);
    });
  return {
    validateProviderConfig: ({ config }) =>
      answer(`validating the configuration of provider ${provider.name}`, config, () => provider),
    validateResourceConfig: ({ typeName, config }) =>
      answer(`validating a ${typeName}`, config, () => session.resource(typeName)),
    validateDataResourceConfig: ({ typeName, config }) =>
      answer(`validating data source ${typeName}`, config, () => session.dataSource(typeName)),
  } satisfies ProviderHandlers;
}
