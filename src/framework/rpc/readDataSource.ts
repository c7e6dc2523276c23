import type { ProviderHandlers } from "../../wire";
import { mapRecord, type ValueRecord } from "../../wire/cty/value";
import { refreshed } from "../answer";
import { type Fields, isBlock, typeOfFields } from "../schema";
import type { Session } from "../session";
import { guarded } from "./diagnostics";
import { decodeRecord, encode } from "./values";

export function readDataSource(session: Session): ProviderHandlers["readDataSource"] {
  return async (request, { signal }) => {
    let state: ReturnType<typeof encode> | undefined;
    const diagnostics = await guarded(session, `reading data source ${request.typeName}`, async (found) => {
      const source = session.dataSource(request.typeName);
      const type = typeOfFields(source.schema);
      const config = decodeRecord(type, request.config);
      if (!config) return;
      const call = {
        service: session.service,
        signal: session.signal(signal),
        log: session.surroundings.log,
        warn: found.warn.bind(found),
      };
      const seen = await source.read(call, config);
      const answered = refreshed(source.schema, config, seen as typeof config);
      state = encode(type, asAsked(source.schema, config, answered));
    });
    return { state, diagnostics, deferred: undefined };
  };
}

/** To Terraform an attribute of the configuration is answered as it was written. */
function asAsked(fields: Fields, config: ValueRecord, answered: ValueRecord): ValueRecord {
  return mapRecord(answered, (value, name) => {
    const field = fields[name];
    return field && !isBlock(field) ? (config[name] ?? value) : value;
  });
}
