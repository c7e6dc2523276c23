import { define, GONE, TerraformError } from "../../../framework";
import { failedAs } from "../../model/errors";
import {
  childId,
  existsError,
  importOnNodes,
  type NodePrivateState,
  nodePrivateStateOf,
  nodesOf,
  nodeValidators,
  onNodes,
  refreshOnNodes,
  removeOnNodes,
} from "../../shared/dataPlane";
import type { Service } from "../../shared/service";
import { noteWritten } from "../../shared/thisRun";
import { type AliasCall, type AliasValues, schema } from "./schema";

/** `searchcloud_collection_alias`: a second name of a collection (docs/design/data-plane.md#alias). */
export const collectionAlias = define<Service, NodePrivateState>().resource({
  name: "collection_alias",
  description:
    "A second name of a collection. Applications search by it, and an edit of `collection_name` points all of them at another collection at " +
    "once. A destroy ends the name, not the collection.",
  schema,
  validators: nodeValidators,
  updates: {
    point: {
      request: "PUT /aliases/{name}",
      apply: (call, { planned }) => point(call, planned),
    },
  },
  create: createAlias,
  read: readAlias,
  delete: async (call, state) =>
    removeOnNodes(call, state, called(state), async (nodes) => {
      const { deleteAlias } = await import("../../../dataPlane");
      return deleteAlias(nodes, state.name, call);
    }),
  import: async (call, id) => importOnNodes(call, id),
  importIds: [{ form: "cluster_id/name", example: "kq3v9x2m7c1d/shop" }],
});

/** A PUT would take over an alias that somebody else has made, and point what searches by it elsewhere. */
async function createAlias(call: AliasCall, planned: AliasValues): Promise<Partial<AliasValues>> {
  const { name } = planned;
  const nodes = await nodesOf(call, planned, `to create alias "${name}"`);
  const { readAlias, readCollection } = await import("../../../dataPlane");
  const existing = await readAlias(nodes, name, call);
  if (existing) {
    const holds = `It stands for collection "${existing.collection_name}".`;
    throw existsError("collection_alias", called(planned), childId(planned, name), holds);
  }
  // Servers answer 500 for it, which elsewhere passes. A key of aliases need not be one that may read collections.
  const collection = await readCollection(nodes, name, call).catch((error: unknown) => {
    if (failedAs(error, "auth")) return null;
    throw error;
  });
  if (collection) throw takenError(planned);
  return point(call, planned, true);
}

function takenError(planned: AliasValues): TerraformError {
  return new TerraformError(
    `Alias "${planned.name}" cannot have the name of a collection`,
    `There is a collection "${planned.name}" ${onNodes(planned)}, and a name stands for one or the other. Nothing was changed. Choose another ` +
      "name, or bring the documents into a collection of another name, delete this one, and apply again.",
    ["name"],
  );
}

async function point(call: AliasCall, planned: AliasValues, isNew = false): Promise<Partial<AliasValues>> {
  const { name, collection_name: collection } = planned;
  const nodes = await nodesOf(call, planned, `to point alias "${name}" at collection "${collection}"`);
  const { putAlias } = await import("../../../dataPlane");
  const record = await putAlias(nodes, { name, collection }, { signal: call.signal, isNew });
  call.setPrivateState(nodePrivateStateOf(call.service, planned));
  noteWritten(call.service, "alias", childId(planned, name));
  return { id: planned.id ?? childId(planned, name), collection_name: record.collection_name };
}

async function readAlias(call: AliasCall, state: AliasValues) {
  return refreshOnNodes(call, state, called(state), async (nodes) => {
    const { sharedAlias } = await import("../../../dataPlane");
    const record = await sharedAlias(nodes, state.name, call);
    return record ? { collection_name: record.collection_name } : GONE;
  });
}

/** As a sentence begins with it: `Alias "shop" of cluster c-1`. */
function called(values: AliasValues): string {
  return `Alias "${values.name}" ${onNodes(values)}`;
}
