import type { ProviderHandlers } from "../../wire";
import { typeOfFields } from "../schema";
import type { Session } from "../session";
import { validate } from "../validate";
import { guarded } from "./diagnostics";
import { decodeRecord } from "./values";

export function validateDataResourceConfig(session: Session): ProviderHandlers["validateDataResourceConfig"] {
  return async (request) => ({
    diagnostics: await guarded(session, `validating data source ${request.typeName}`, (diagnostics) => {
      const { schema, validators = [] } = session.dataSource(request.typeName);
      const config = decodeRecord(typeOfFields(schema), request.config);
      if (config) validate(schema, validators, config, diagnostics);
    }),
  });
}
