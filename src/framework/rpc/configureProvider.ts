import type { ProviderHandlers } from "../../wire";
import { hasUnknown, mapRecord, UNKNOWN } from "../../wire/cty/value";
import { TerraformError } from "../diagnostics";
import type { Session } from "../session";
import { answering } from "./diagnostics";
import { decodeRecord } from "./values";

export function configureProvider(session: Session): ProviderHandlers["configureProvider"] {
  const { name, schema, configure } = session.provider;
  return (request) =>
    answering(session, `configuring provider ${name}`, {}, async (_, diagnostics) => {
      const config = decodeRecord(schema, request.config);
      if (!config) throw new TerraformError("No provider configuration", "Terraform sent none.");
      const values = mapRecord(config, (value) => (hasUnknown(value) ? UNKNOWN : value));
      const service = await configure(values, {
        terraformVersion: request.terraformVersion,
        log: session.surroundings.log,
        warn: diagnostics.warn,
      });
      session.configured(service);
    });
}
