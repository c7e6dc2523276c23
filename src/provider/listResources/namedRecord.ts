import { NODE_OPERATIONS, type NodeOperationId } from "../../api/dataPlane/operations";
import { type AnyListResource, define, type Listed } from "../../framework";
import { problemAsCode } from "../finding/problems";
import { failedAs } from "../model/errors";
import type { AnyRecordDefinition } from "../resources/namedRecord/definition";
import { namedRecord } from "../resources/namedRecord/resource";
import { nodeValidators, onNodes, requireServer } from "../shared/dataPlane";
import { loadDataPlane, type Service } from "../shared/service";
import { warnOfLeftOut } from "./leftOut";
import { listedOnNodes, listNodeAttributes, nodesOfList } from "./onNodes";

/** Creates the list of a type of record that servers keep by name. */
export function namedRecordList(definition: AnyRecordDefinition): AnyListResource {
  const { noun, kind, servers } = definition;
  const plural = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  const resource = namedRecord(definition);
  // Servers list only the names of dictionaries: `read` of the resource reads each.
  const isOnlyNames = kind === "StemmingDictionary";
  const operation: NodeOperationId =
    kind === "StemmingDictionary" ? "listStemmingDictionaries" : `list${kind}s`;
  const { action } = NODE_OPERATIONS[operation];
  const more = isOnlyNames ? ", with `include_resource` one more for each" : "";
  return define<Service>().listResource({
    name: definition.type,
    description:
      `The ${plural.toLowerCase()} of a cluster that the key can see. One request to a node${more}. The data-plane key needs the action ` +
      `\`${action}\`.`,
    schema: listNodeAttributes,
    validators: nodeValidators,
    async *list(call, config) {
      const nodes = await nodesOfList(call, config, plural.toLowerCase());
      const { listNamed } = await loadDataPlane();
      const records = await listNamed(nodes, kind, call).catch(async (error: unknown) => {
        if (failedAs(error, "not_found"))
          await requireServer(nodes, { what: plural, ...servers }, call.signal);
        throw error;
      });
      for (const record of records) {
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
