import type { ProviderHandlers } from "../../wire";
import { hasUnknown, mapRecord, UNKNOWN } from "../../wire/cty/value";
import { TerraformError } from "../diagnostics";
import { typeOfFields } from "../schema";
import type { Session } from "../session";
import { guarded } from "./diagnostics";
import { decodeRecord } from "./values";

export function configureProvider(session: Session): ProviderHandlers["configureProvider"] {
  const { name, schema, configure } = session.provider;
  return async (request) => ({
    diagnostics: await guarded(session, `configuring provider ${name}`, async (diagnostics) => {
      const config = decodeRecord(typeOfFields(schema), request.config);
      if (!config) throw new TerraformError("No provider configuration", "Terraform sent none.");
      const service = await configure(
        mapRecord(config, (value) => (hasUnknown(value) ? UNKNOWN : value)),
        {
          terraformVersion: request.terraformVersion,
          log: session.surroundings.log,
          warn: (summary, detail) => diagnostics.warn(summary, detail),
        },
      );
      session.configured(service);
    }),
  });
}
