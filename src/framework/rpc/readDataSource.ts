import type { ProviderHandlers } from "../../wire";
import { refreshed } from "../answer";
import { typeOfFields } from "../schema";
import type { Session } from "../session";
import { guarded } from "./diagnostics";
import { decodeRecord, encode } from "./values";

export function readDataSource(session: Session): ProviderHandlers["readDataSource"] {
  return async (request, { signal }) => {
    let state: ReturnType<typeof encode> | undefined;
    const diagnostics = await guarded(session, `reading data source ${request.typeName}`, async (found) => {
      const source = session.dataSource(request.typeName);
      const type = typeOfFields(source.fields);
      const config = decodeRecord(type, request.config);
      if (!config) return;
      const call = {
        service: session.service,
        signal: session.signal(signal),
        log: session.surroundings.log,
        warn: found.warn.bind(found),
      };
      const seen = await source.read(call, config);
      state = encode(type, refreshed(source.fields, config, seen as typeof config));
    });
    return { state, diagnostics, deferred: undefined };
  };
}
