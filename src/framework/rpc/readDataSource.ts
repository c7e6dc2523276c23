import type { DynamicValue, ProviderHandlers } from "../../wire";
import { mapRecord, type ValueRecord } from "../../wire/cty/value";
import { refreshed } from "../answer";
import { type Fields, isBlock } from "../schema";
import type { Session } from "../session";
import { answering } from "./diagnostics";
import { decodeRecord, encodeRecord } from "./values";

export function readDataSource(session: Session): ProviderHandlers["readDataSource"] {
  return ({ typeName, ...request }, { signal }) => {
    const none: { state?: DynamicValue } = {};
    return answering(session, `reading data source ${typeName}`, none, async (answer, diagnostics) => {
      const { schema, read } = session.dataSource(typeName);
      const config = decodeRecord(schema, request.config);
      if (!config) return;
      const call = {
        service: session.service,
        signal: session.signal(signal),
        log: session.surroundings.log,
        warn: diagnostics.warn.bind(diagnostics),
      };
      const observed = (await read(call, config)) as ValueRecord;
      answer.state = encodeRecord(schema, asConfigured(schema, config, refreshed(schema, config, observed)));
    });
  };
}

/** To Terraform an attribute of the configuration is answered as it was written. */
function asConfigured(fields: Fields, config: ValueRecord, answered: ValueRecord): ValueRecord {
  return mapRecord(answered, (value, name) => {
    const field = fields[name];
    return field && !isBlock(field) ? (config[name] ?? value) : value;
  });
}
