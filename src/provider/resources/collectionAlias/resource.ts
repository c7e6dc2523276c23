import {
  type Call,
  define,
  defineResourceSchema,
  GONE,
  isUnknown,
  type Planning,
  TerraformError,
  type ValuesOf,
} from "../../../framework";
import { fixedText, givenName, text } from "../../model/attributes";
import { failedAs } from "../../model/errors";
import { isPartOfLiveError, warnOfVersionName } from "../../shared/collection/versionNames";
import {
  childId,
  existsError,
  importOnNodes,
  movesOnNodes,
  type NodePrivateState,
  namedIdentity,
  nodeAttributes,
  nodePrivateStateOf,
  nodeValidators,
  onNodes,
  refreshOnNodes,
  removeOnNodes,
  resolveNodes,
} from "../../shared/dataPlane";
import { loadDataPlane, type Service } from "../../shared/service";
import { recordPlannedDeletion, recordWritten, versionsOf } from "../../shared/thisRun";

/** The attributes of `searchcloud_collection_alias` (docs/design/data-plane.md#alias). */
const aliasSchema = defineResourceSchema({
  id: text("`cluster_id/name`, or the first of `node_urls` and `/name`."),
  ...nodeAttributes,
  name: fixedText("Name of the alias, which applications search by. No collection may have the same name."),
  collection_name: {
    ...givenName(
      "Name of the collection that the alias points to. An edit points it to another one at once: no search fails meanwhile.",
    ),
    mode: "required",
    updatedBy: "point",
  },
});

export type AliasValues = ValuesOf<typeof aliasSchema>;
type AliasCall = Call<AliasValues, Service, NodePrivateState>;

/** `searchcloud_collection_alias`: a second name of a collection (docs/design/data-plane.md#alias). */
export const collectionAlias = define<Service, NodePrivateState>().resource({
  name: "collection_alias",
  description:
    "A second name of a collection. Applications search by it, and an edit of `collection_name` points all of them to another collection at " +
    "once. A destroy deletes the alias, not the collection.",
  schema: aliasSchema,
  validators: nodeValidators,
  updates: {
    point: {
      request: "PUT /aliases/{name}",
      apply: (call, { planned }) => point(call, planned),
    },
  },
  plan: planAlias,
  create: createAlias,
  read: readAlias,
  delete: async (call, state) =>
    removeOnNodes(call, state, displayName(state), (nodes, { deleteAlias }) =>
      deleteAlias(nodes, state.name, call),
    ),
  import: async (call, id) => importOnNodes(call, id),
  importIds: [{ form: "cluster_id/name", example: "kq3v9x2m7c1d/shop" }],
  identity: namedIdentity,
  moves: movesOnNodes([
    ["typesense_alias", "name", "ronati", "fluent", "cysp"],
    ["typesense_collection_alias", "name", "alan", "kekenika"],
  ]),
});

/** Refuses to delete the alias of a live collection of this configuration, and warns of one that leads to a version. Sends nothing. */
async function planAlias(planning: Planning<AliasValues, Service, NodePrivateState>): Promise<void> {
  const { action, prior, planned, changed, service } = planning;
  if (action === "delete" && prior) {
    const id = childId(prior, prior.name);
    recordPlannedDeletion(service, "alias", id);
    if (versionsOf(service, id)) throw isPartOfLiveError(displayName(prior), prior.name);
  }
  if (planned && changed.includes("collection_name"))
    warnOfVersionName(
      planning,
      isUnknown(planned.name) ? "An alias" : `Alias "${planned.name}"`,
      planned,
      [planned.collection_name],
      ["collection_name"],
    );
}

/** Looks for an alias of the name first: a PUT would redirect the searches of an alias that somebody else has created. */
async function createAlias(call: AliasCall, planned: AliasValues): Promise<Partial<AliasValues>> {
  const { name } = planned;
  const nodes = await resolveNodes(call, planned, `to create alias "${name}"`);
  const { readAlias, readCollection } = await loadDataPlane();
  const existing = await readAlias(nodes, name, call);
  if (existing) {
    const holds = `It points to collection "${existing.collection_name}".`;
    throw existsError("collection_alias", displayName(planned), childId(planned, name), holds);
  }
  // Servers answer 500 for such a name, which would be retried. The key may not be allowed to read collections.
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
    `Collection "${planned.name}" ${onNodes(planned)} exists, and an alias cannot have the name of a collection. Nothing was changed. Choose another ` +
      "name, or import the documents into a collection of another name, delete this one, and apply again.",
    ["name"],
  );
}

async function point(call: AliasCall, planned: AliasValues, isNew = false): Promise<Partial<AliasValues>> {
  const { name, collection_name: collection } = planned;
  const nodes = await resolveNodes(call, planned, `to point alias "${name}" at collection "${collection}"`);
  const { putAlias } = await loadDataPlane();
  const record = await putAlias(nodes, { name, collection }, { signal: call.signal, isNew });
  call.setPrivateState(nodePrivateStateOf(call.service, planned));
  recordWritten(call.service, "alias", childId(planned, name));
  return { id: planned.id ?? childId(planned, name), collection_name: record.collection_name };
}

async function readAlias(call: AliasCall, state: AliasValues) {
  return refreshOnNodes(call, state, displayName(state), async (nodes, { readSharedAlias }) => {
    const record = await readSharedAlias(nodes, state.name, call);
    return record ? { collection_name: record.collection_name } : GONE;
  });
}

/** Returns the name at the start of a sentence: `Alias "shop" of cluster c-1`. */
function displayName(values: AliasValues): string {
  return `Alias "${values.name}" ${onNodes(values)}`;
}
