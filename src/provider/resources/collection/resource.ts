import { damagedFields } from "../../../api/dataPlane/fieldRules";
import type { CollectionRecord } from "../../../dataPlane";
import { define, GONE } from "../../../framework";
import { failedAs } from "../../model/errors";
import { childId, importOnNodes, nodePrivateStateOf, nodesOf, refreshOnNodes } from "../../shared/dataPlane";
import type { Service } from "../../shared/service";
import { noteCreation } from "../../shared/thisRun";
import { alter, requireSets } from "./alter";
import { deleteCollection } from "./delete";
import { answersCreate, called, createBody, inText, observedValues } from "./model";
import { aliasError, planCollection, takenError } from "./plan";
import { recreate, recreatingFields } from "./recreate";
import {
  type CollectionCall,
  type CollectionPrivateState,
  type CollectionValues,
  schema,
  TIMEOUTS,
} from "./schema";
import { validators } from "./validators";

/** `searchcloud_collection`: documents of one schema, and their index (docs/design/data-plane.md#collections). */
export const collection = define<Service, CollectionPrivateState>().resource({
  name: "collection",
  description:
    "A collection: documents of one schema, and their index. Fields are edited in place. A collection that holds documents is deleted only when the " +
    "plan has named their number, and replaced only when `replacement` allows it.",
  schema,
  validators,
  timeouts: TIMEOUTS,
  updates: {
    recreate,
    alter: {
      request: "PATCH /collections/{name}",
      requiresReplace: recreatingFields,
      apply: (call, { prior, planned }) => alter(call, prior, planned),
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
});

async function createCollection(
  call: CollectionCall,
  planned: CollectionValues,
): Promise<Partial<CollectionValues>> {
  const nodes = await nodesOf(call, planned, `to create ${inText(planned)}`);
  const {
    createCollection: create,
    collectionUnder,
    readAlias,
    readCollection: read,
  } = await import("../../../dataPlane");
  const { signal, deadline } = call;
  await requireSets(nodes, planned, signal);
  const existing = await collectionUnder(nodes, planned.name, { signal });
  if (existing && existing.name !== planned.name) throw aliasError(planned, existing.name);
  if (existing) throw takenError(planned, existing.num_documents);
  // One that leads nowhere does not answer under its name. A key of collections need not be one that may read aliases.
  const alias = await readAlias(nodes, planned.name, { signal }).catch((error: unknown) => {
    if (failedAs(error, "auth")) return null;
    throw error;
  });
  if (alias) throw aliasError(planned, alias.collection_name);
  const taken = (record: CollectionRecord) => takenError(planned, record.num_documents);
  const isAsRequested = (record: CollectionRecord) => answersCreate(record, planned);
  const options = { isAsRequested, taken, signal, deadline };
  const record = await create(nodes, createBody(planned), options).catch(async (error: unknown) => {
    // Somebody else was faster.
    const isTaken = failedAs(error, "refused") && error.status === 409;
    const other = isTaken && (await read(nodes, planned.name, { signal }));
    throw other ? taken(other) : error;
  });
  const id = childId(planned, planned.name);
  const made = Buffer.from(nodes.randomBytes(12)).toString("hex");
  call.setPrivateState({ ...nodePrivateStateOf(call.service, planned), id, made });
  noteCreation(call.service, id, made, true);
  const values = { ...observedValues(record, planned), id };
  call.saveState(values);
  return values;
}

async function readCollection(call: CollectionCall, state: CollectionValues) {
  const isImport = call.privateState?.importing === true;
  const seen = await refreshOnNodes(call, state, called(state), async (nodes) => {
    const { sharedCollection } = await import("../../../dataPlane");
    const record = await sharedCollection(nodes, state.name, call);
    if (record === null) return GONE;
    warnDamaged(call, state, record);
    return observedValues(record, isImport ? null : state);
  });
  const made = call.privateState?.made;
  if (seen !== GONE && made !== undefined)
    noteCreation(call.service, childId(state, state.name), made, false);
  // An import has stored nothing else of it.
  if (seen !== GONE && state.id !== null) call.setPrivateState({ ...call.privateState, id: state.id });
  return seen;
}

/** A schema that a server has when it refused an alteration late: somebody has to see it before the server restarts. */
function warnDamaged(call: CollectionCall, state: CollectionValues, { fields }: CollectionRecord): void {
  const damaged = damagedFields(fields);
  if (damaged.length === 0) return;
  const what = `${damaged.length === 1 ? "Field" : "Fields"} ${damaged.join(", ")}`;
  call.warn(
    `The schema of ${inText(state)} is damaged`,
    `${what} cannot be as the server shows: it has refused an edit when a part of it was done. It takes neither documents nor further fields with it, and ` +
      "may lose fields when it restarts. The plan drops what is not configured so, which heals it: apply it before anything else.",
    ["field"],
  );
}
