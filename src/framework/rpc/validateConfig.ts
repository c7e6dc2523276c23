import type { DynamicValue, ProviderHandlers } from "../../wire";
import type { AnyProvider } from "../provider";
import type { Session } from "../session";
import { validate } from "../validate";
import { guarded } from "./diagnostics";
import { decodeRecord } from "./values";

type Handlers = Required<ProviderHandlers>;

export function validateProviderConfig(session: Session): Handlers["validateProviderConfig"] {
  const { provider } = session;
  return ({ config }) =>
    answer(session, `validating the configuration of provider ${provider.name}`, config, () => provider);
}

export function validateResourceConfig(session: Session): Handlers["validateResourceConfig"] {
  return ({ typeName, config }) =>
    answer(session, `validating a ${typeName}`, config, () => session.resource(typeName));
}

export function validateDataResourceConfig(session: Session): Handlers["validateDataResourceConfig"] {
  return ({ typeName, config }) =>
    answer(session, `validating data source ${typeName}`, config, () => session.dataSource(typeName));
}

async function answer(
  session: Session,
  attempted: string,
  bytes: DynamicValue | undefined,
  find: () => Pick<AnyProvider, "schema" | "validators">,
) {
  return {
    diagnostics: await guarded(session, attempted, (diagnostics) => {
      const { schema, validators = [] } = find();
      const config = decodeRecord(schema, bytes);
      if (config) validate(schema, validators, config, diagnostics);
    }),
  };
}
