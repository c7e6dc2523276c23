import { damagedFields } from "../../../api/dataPlane/fieldRules";
import type { CollectionRecord } from "../../../dataPlane";
import { define, GONE, type Update } from "../../../framework";
import { toInstant } from "../../model/convert";
import { failedAs } from "../../model/errors";
import { fieldBody } from "../../shared/collection/alteration";
import { replacingFields, replacingNames } from "../../shared/collection/edits";
import {
  answersCreate,
  collectionCreateBody,
  collectionDisplayName,
  describeCollection,
  observedSettings,
} from "../../shared/collection/model";
import { requireModelKeys } from "../../shared/collection/modelKeys";
import { requireSets, updateCollection } from "../../shared/collection/update";
import { collectionValidators } from "../../shared/collection/validators";
import { isVersionError, liveAliasOf } from "../../shared/collection/versionNames";
import {
  childId,
  importOnNodes,
  movesOnNodes,
  namedIdentity,
  nodePrivateStateOf,
  refreshOnNodes,
  resolveNodes,
} from "../../shared/dataPlane";
import { loadDataPlane, type Service } from "../../shared/service";
import { recordCreation } from "../../shared/thisRun";
import { deleteCollection } from "./delete";
import { aliasError, planCollection, takenError } from "./plan";
import {
  COLLECTION_TIMEOUTS,
  type CollectionCall,
  type CollectionPrivateState,
  type CollectionValues,
  collectionSchema,
} from "./schema";

/** The edits that need another collection. Spelling out a default is not an edit. */
const replaceCollection: Update<CollectionValues, Service, CollectionPrivateState> = {
  request:
    "none: a new collection replaces this one, which must be empty unless `replacement` allows to drop its documents",
  requiresReplace: replacingNames,
  apply: async () => undefined,
};

/** `searchcloud_collection`: documents of one schema and their index (docs/design/data-plane.md#collections). */
export const collection = define<Service, CollectionPrivateState>().resource({
  name: "collection",
  description:
    "A collection: documents of one schema and their index. Fields are edited in place. A collection that holds documents is deleted only after a " +
    "plan has shown their number, and replaced only if `replacement` allows it.",
  schema: collectionSchema,
  validators: collectionValidators,
  timeouts: COLLECTION_TIMEOUTS,
  updates: {
    recreate: replaceCollection,
    alter: {
      request: "PATCH /collections/{name}",
      requiresReplace: replacingFields,
      apply: (call, { prior, planned }) => updateCollection(call, prior, planned),
    },
  },
  plan: planCollection,
  create: createCollection,
  read: readCollection,
  delete: deleteCollection,
  import: async (call, id) => importOnNodes(call, id),
  importIds: [
    { form: "cluster_id/name", example: "kq3v9x2m7c1d/products" },
    { form: "node url/name", example: "https://search.example.com:443/products" },
  ],
  identity: namedIdentity,
  moves: movesOnNodes([["typesense_collection", "name", "ronati", "fluent", "alan", "cysp", "kekenika"]]),
});

async function createCollection(
  call: CollectionCall,
  planned: CollectionValues,
): Promise<Partial<CollectionValues>> {
  const nodes = await resolveNodes(call, planned, `to create ${describeCollection(planned)}`);
  const {
    createCollection: create,
    readCollectionOrAlias,
    readAlias,
    readCollection: read,
  } = await loadDataPlane();
  const { signal, deadline } = call;
  const key = call.config?.model_api_key_wo ?? null;
  requireModelKeys(planned.field.map(fieldBody), key, describeCollection(planned));
  await requireSets(nodes, planned, signal);
  const existing = await readCollectionOrAlias(nodes, planned.name, { signal });
  if (existing && existing.name !== planned.name) throw aliasError(planned, existing.name);
  if (existing) throw takenError(call.service, planned, existing);
  // An alias whose collection is missing answers 404 under its name. The key may not be allowed to read aliases.
  const alias = await readAlias(nodes, planned.name, { signal }).catch((error: unknown) => {
    if (failedAs(error, "auth")) return null;
    throw error;
  });
  if (alias) throw aliasError(planned, alias.collection_name);
  const taken = (record: CollectionRecord) => takenError(call.service, planned, record);
  const isAsRequested = (record: CollectionRecord) => answersCreate(record, planned);
  const options = { isAsRequested, taken, signal, deadline };
  const record = await create(nodes, collectionCreateBody(planned, key), options).catch(
    async (error: unknown) => {
      // Somebody else created it in the meantime.
      const isTaken = failedAs(error, "refused") && error.status === 409;
      const other = isTaken && (await read(nodes, planned.name, { signal }));
      throw other ? taken(other) : error;
    },
  );
  const id = childId(planned, planned.name);
  const made = Buffer.from(nodes.randomBytes(12)).toString("hex");
  call.setPrivateState({ ...nodePrivateStateOf(call.service, planned), id, made });
  recordCreation(call.service, id, made, true);
  const values = { ...observedCollection(record, planned), id };
  call.saveState(values);
  return values;
}

async function readCollection(call: CollectionCall, state: CollectionValues) {
  const isImport = call.privateState?.importing === true;
  const seen = await refreshOnNodes(
    call,
    state,
    collectionDisplayName(state),
    async (nodes, { readSharedCollection }) => {
      const record = await readSharedCollection(nodes, state.name, call);
      if (record === null) return GONE;
      checkVersion(call, state, record, isImport);
      warnDamaged(call, state, record);
      return observedCollection(record, isImport ? null : state);
    },
  );
  const made = call.privateState?.made;
  if (seen !== GONE && made !== undefined)
    recordCreation(call.service, childId(state, state.name), made, false);
  // An import has not stored the id.
  if (seen !== GONE && state.id !== null) call.setPrivateState({ ...call.privateState, id: state.id });
  return seen;
}

/** Converts a record to the values of the resource. @param state null after an import */
function observedCollection(
  record: CollectionRecord,
  state: CollectionValues | null,
): Partial<CollectionValues> {
  // A server resets it when it restarts, and each node has its own: the state keeps the first one.
  const created = state?.created_at ?? toInstant(record.created_at);
  return { ...observedSettings(record, state), created_at: created };
}

/** Refuses to import a version of a live collection, and warns of one that is in the state: two resources would edit it. */
function checkVersion(
  { service, warn }: CollectionCall,
  state: CollectionValues,
  record: CollectionRecord,
  isImport: boolean,
): void {
  const alias = liveAliasOf(service, state, record);
  if (alias === undefined) return;
  const what = collectionDisplayName(state);
  if (isImport) throw isVersionError(what, alias, state, "It cannot be imported as a collection.");
  warn(
    `${what} is also a version of live collection "${alias}"`,
    "Two resources manage it: each undoes the edits of the other, and the live collection deletes it when it is no longer needed. Remove this one from the state: a removed " +
      "block with lifecycle { destroy = false }, or `terraform state rm`.",
  );
}

/** Warns of a schema that a server has after it rejected an update late: it must be fixed before the server restarts. */
function warnDamaged(call: CollectionCall, state: CollectionValues, { fields }: CollectionRecord): void {
  const damaged = damagedFields(fields);
  if (damaged.length === 0) return;
  const what = `${damaged.length === 1 ? "Field" : "Fields"} ${damaged.join(", ")}`;
  call.warn(
    `The schema of ${describeCollection(state)} is damaged`,
    `${what} ${damaged.length === 1 ? "has" : "have"} settings that are not valid: the server rejected an edit after it had carried out a part of it. It accepts neither ` +
      "documents nor further fields now, and may lose fields when it restarts. The plan drops what is not configured, which fixes it: apply it before anything else.",
    ["field"],
  );
}
