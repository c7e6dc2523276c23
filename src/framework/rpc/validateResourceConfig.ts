import type { ProviderHandlers } from "../../wire";
import { typeOfFields } from "../schema";
import type { Session } from "../session";
import { validate } from "../validate";
import { guarded } from "./diagnostics";
import { decodeRecord } from "./values";

export function validateResourceConfig(session: Session): ProviderHandlers["validateResourceConfig"] {
  return async (request) => ({
    diagnostics: await guarded(session, `validating a ${request.typeName}`, (diagnostics) => {
      const { schema, validators = [] } = session.resource(request.typeName);
      const config = decodeRecord(typeOfFields(schema), request.config);
      if (config) validate(schema, validators, config, diagnostics);
    }),
  });
}
