import { type AnyListResource, define, type Listed } from "../../framework";
import { problemAsCode } from "../finding/problems";
import type { AnyRecordDefinition } from "../resources/namedRecord/definition";
import { namedRecord } from "../resources/namedRecord/resource";
import { listActionOf, listRecords, nodeValidators, onNodes } from "../shared/dataPlane";
import type { Service } from "../shared/service";
import { warnOfLeftOut } from "./leftOut";
import { listedOnNodes, listNodeAttributes, nodesOfList } from "./onNodes";

/** Creates the list of a type of record that servers keep by name. */
export function namedRecordList(definition: AnyRecordDefinition): AnyListResource {
  const { noun, kind, servers } = definition;
  const plural = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  const resource = namedRecord(definition);
  // Servers list only the names of dictionaries: `read` of the resource reads each.
  const isOnlyNames = kind === "StemmingDictionary";
  const more = isOnlyNames ? ", with `include_resource` one more for each" : "";
  return define<Service>().listResource({
    name: definition.type,
    description:
      `The ${plural.toLowerCase()} of a cluster that the key can see. One request to a node${more}. The data-plane key needs the action ` +
      `\`${listActionOf(kind)}\`.`,
    schema: listNodeAttributes,
    validators: nodeValidators,
    async *list(call, config) {
      const nodes = await nodesOfList(call, config, plural.toLowerCase());
      for (const record of await listRecords(nodes, kind, { what: plural, ...servers }, call)) {
        const name = String(record.name ?? record.id);
        const listed = (values: object): Listed =>
          listedOnNodes(call, config, { id: name, values: { ...values, name } });
        if (isOnlyNames) {
          const { read: _, ...unread } = listed({});
          yield unread;
          continue;
        }
        const found = listed(definition.fromAnswer(record, {}));
        const why = problemAsCode(resource, found.values);
        if (why === undefined)
          yield { ...found, privateState: { ...(found.privateState as object), imported: true } };
        else warnOfLeftOut(call, { what: `${noun} ${JSON.stringify(name)} ${onNodes(config)}`, why });
      }
    },
  });
}
