import type { DynamicValue, ProviderHandlers } from "../../wire";
import { mapRecord, type ValueRecord } from "../../wire/cty/value";
import { refreshed } from "../answer";
import { isBlock } from "../schema";
import type { Session } from "../session";
import { answering } from "./diagnostics";
import { decodeKept, encodeRecord } from "./values";

export function readDataSource(session: Session): ProviderHandlers["readDataSource"] {
  return ({ typeName, ...request }, context) => {
    const none: { state?: DynamicValue } = {};
    return answering(session, `reading data source ${typeName}`, none, async (answer, diagnostics) => {
      const { schema, read } = await session.dataSource(typeName);
      const config = decodeKept(session, schema, request.config);
      if (!config) return;
      const observed = (await read(session.call({ context, diagnostics }), config)) as ValueRecord;
      // To Terraform an attribute of the configuration is answered as it was written.
      const state = mapRecord(refreshed(schema, config, observed), (value, name) => {
        const field = schema[name];
        return field && !isBlock(field) ? (config[name] ?? value) : value;
      });
      answer.state = encodeRecord(schema, state);
    });
  };
}
