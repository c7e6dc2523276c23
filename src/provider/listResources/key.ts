import { define } from "../../framework";
import { byNumber } from "../dataSources/listing";
import { problemAsCode } from "../finding/problems";
import { toInstant } from "../model/convert";
import { observedKey } from "../resources/key/model";
import { type KeyValues, keySchema } from "../resources/key/schema";
import { keyValidators } from "../resources/key/validators";
import { nodeValidators, onNodes } from "../shared/dataPlane";
import { loadDataPlane, type Service } from "../shared/service";
import { warnOfLeftOut } from "./leftOut";
import { listedOnNodes, listNodeAttributes, nodesOfList } from "./onNodes";
import { warnOfRewritten } from "./rewritten";

const NOTHING = Object.fromEntries(
  Object.keys(keySchema).map((name) => [name, null]),
) as unknown as KeyValues;

/** `list "searchcloud_key"`: the keys of a cluster. Never a value: servers show only how it begins. */
export const keyList = define<Service>().listResource({
  name: "key",
  description:
    "The data-plane keys of a cluster, by their descriptions. Never a value: servers show the first characters only. Temporary keys of Terraform are left out, with a warning. " +
    "The data-plane key needs the action `keys:list`.",
  schema: listNodeAttributes,
  validators: nodeValidators,
  async *list(call, config) {
    const nodes = await nodesOfList(call, config, "keys");
    const { expiryOf, isTemporary, listKeys } = await loadDataPlane();
    const records = [...(await listKeys(nodes, call.signal))].sort((a, b) => byNumber(a.id, b.id));
    for (const record of records) {
      const what = `Key ${record.id} ${onNodes(config)}`;
      const expires = expiryOf(record);
      const values = observedKey(record, expires, NOTHING);
      const why = isTemporary(record)
        ? `it is a temporary key of Terraform, which ends by itself${expires === null ? "" : ` at ${toInstant(expires)}`}.`
        : problemAsCode({ schema: keySchema, validators: keyValidators as never }, { ...values, ...config });
      if (why !== undefined) {
        warnOfLeftOut(call, { what, why });
        continue;
      }
      const { description = null, value_prefix: prefix } = values;
      warnOfRewritten(call, what, "description", description);
      const displayName = description ?? (prefix ? `${prefix}…` : record.id);
      yield listedOnNodes(call, config, { id: record.id, displayName, values });
    }
  },
});
