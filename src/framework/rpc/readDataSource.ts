import type { ProviderHandlers } from "../../wire";
import { mapRecord, type ValueRecord } from "../../wire/cty/value";
import { refreshed } from "../answer";
import { type Fields, isBlock } from "../schema";
import type { Session } from "../session";
import { guarded } from "./diagnostics";
import { decodeRecord, encodeRecord } from "./values";

export function readDataSource(session: Session): ProviderHandlers["readDataSource"] {
  return async (request, { signal }) => {
    let state: ReturnType<typeof encodeRecord> | undefined;
    const diagnostics = await guarded(session, `reading data source ${request.typeName}`, async (found) => {
      const { schema, read } = session.dataSource(request.typeName);
      const config = decodeRecord(schema, request.config);
      if (!config) return;
      const call = {
        service: session.service,
        signal: session.signal(signal),
        log: session.surroundings.log,
        warn: found.warn.bind(found),
      };
      const answered = refreshed(schema, config, (await read(call, config)) as ValueRecord);
      state = encodeRecord(schema, asConfigured(schema, config, answered));
    });
    return { state, diagnostics, deferred: undefined };
  };
}

/** To Terraform an attribute of the configuration is answered as it was written. */
function asConfigured(fields: Fields, config: ValueRecord, answered: ValueRecord): ValueRecord {
  return mapRecord(answered, (value, name) => {
    const field = fields[name];
    return field && !isBlock(field) ? (config[name] ?? value) : value;
  });
}
