import { define, GONE, TerraformError } from "../../framework";
import type { CollectionRecord, Nodes, UpdateCollectionBody } from "../../nodes";
import { failedAs } from "../api/errors";
import { noteCreation } from "../creations";
import { childId, importOnNodes, nodePrivateStateOf, nodesOf, refreshOnNodes, requireServer } from "../nodes";
import type { Service } from "../service";
import { alterationOf, fieldsToSend, isEmpty } from "./alteration";
import { deleteCollection } from "./delete";
import { answersCreate, called, createBody, inText, observedValues, sameNames } from "./model";
import { aliasError, planCollection, takenError } from "./plan";
import { recreate } from "./recreate";
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
      carriedBy: "PATCH /collections/{name}",
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
  } = await import("../../nodes");
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
    const { sharedCollection } = await import("../../nodes");
    const record = await sharedCollection(nodes, state.name, call);
    return record ? observedValues(record, isImport ? null : state) : GONE;
  });
  const made = call.privateState?.made;
  if (seen !== GONE && made !== undefined)
    noteCreation(call.service, childId(state, state.name), made, false);
  // An import has stored nothing else of it.
  if (seen !== GONE && state.id !== null) call.setPrivateState({ ...call.privateState, id: state.id });
  return seen;
}

/** All edits in one PATCH: the fields that differ, and the sets of names. */
async function alter(
  call: CollectionCall,
  prior: CollectionValues,
  planned: CollectionValues,
): Promise<Partial<CollectionValues>> {
  const nodes = await nodesOf(call, planned, `to update ${inText(planned)}`);
  await requireSets(nodes, planned, call.signal);
  const { alterCollection } = await import("../../nodes");
  const { signal, deadline } = call;
  const record = await alterCollection(nodes, planned.name, {
    difference: (now) => {
      if (now.name !== planned.name) throw renamedError(planned, now.name);
      return difference(prior, planned, now);
    },
    deadline,
    signal,
  });
  const { field, synonym_sets, curation_sets } = observedValues(record, planned);
  return { field, synonym_sets, curation_sets };
}

/** Servers resolve aliases in paths: an update would change the collection that this one stands for. */
function renamedError(planned: CollectionValues, other: string): TerraformError {
  return new TerraformError(
    `${called(planned)} no longer exists`,
    `An alias of its name now points to collection "${other}". Nothing was changed. Plan again: the plan shows that the collection is gone.`,
    ["name"],
  );
}

/** What is to be sent; null: nothing. */
export function difference(
  prior: CollectionValues,
  planned: CollectionValues,
  now: CollectionRecord,
): UpdateCollectionBody | null {
  const fields = alterationOf(prior.field, planned.field, now.fields);
  const sets = (["synonym_sets", "curation_sets"] as const).filter(
    (name) => !sameNames(prior[name], planned[name]) && !sameNames(now[name], planned[name]),
  );
  if (isEmpty(fields) && sets.length === 0) return null;
  return {
    ...(!isEmpty(fields) && { fields: fieldsToSend(fields) }),
    ...Object.fromEntries(sets.map((name) => [name, [...(planned[name] ?? [])].sort()])),
  };
}

/** What attaches sets to a collection is younger than collections are. */
async function requireSets(nodes: Nodes, planned: CollectionValues, signal: AbortSignal): Promise<void> {
  const name = (["synonym_sets", "curation_sets"] as const).find((one) => planned[one]?.length);
  if (name) await requireServer(nodes, { from: "30", what: `${name} of ${inText(planned)}` }, signal);
}
