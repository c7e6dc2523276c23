import type { ProviderHandlers } from "../../wire";
import { typeOfFields } from "../schema";
import type { Session } from "../session";
import { validate } from "../validate";
import { guarded } from "./diagnostics";
import { decodeRecord } from "./values";

export function validateProviderConfig(session: Session): ProviderHandlers["validateProviderConfig"] {
  const { name, schema, validators = [] } = session.provider;
  return async (request) => ({
    diagnostics: await guarded(session, `validating the configuration of provider ${name}`, (diagnostics) => {
      const config = decodeRecord(typeOfFields(schema), request.config);
      if (config) validate(schema, validators, config, diagnostics);
    }),
  });
}
