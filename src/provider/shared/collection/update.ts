import type { CollectionRecord, Nodes, UpdateCollectionBody } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { requireServer, resolveNodes } from "../dataPlane";
import { loadDataPlane } from "../service";
import { alterationOf, bodyIn, fieldsToSend, isEmpty } from "./alteration";
import {
  collectionDisplayName,
  describeCollection,
  hasMetadata,
  metadataOf,
  sameMetadata,
  sameNames,
  updatedValues,
} from "./model";
import { fieldsToRekey, type ModelKey, requireModelKeys } from "./modelKeys";
import { droppedBy, patchOf } from "./patch";
import { refusedError } from "./refused";
import type { CollectionSettings, SettingsCall } from "./schema";

/** Applies all edits that a server can make in place: of fields, metadata, and the names of sets. */
export async function updateCollection(
  call: SettingsCall,
  prior: CollectionSettings,
  planned: CollectionSettings,
): Promise<Partial<CollectionSettings>> {
  const nodes = await resolveNodes(call, planned, `to update ${describeCollection(planned)}`);
  await requireSets(nodes, planned, call.signal);
  const { alterCollection } = await loadDataPlane();
  const { signal, deadline } = call;
  // Without a version, the plan has sent no key: ignore_changes may name both.
  const key = planned.model_api_key_wo_version === null ? null : (call.config?.model_api_key_wo ?? null);
  const record = await alterCollection(nodes, planned.name, {
    difference: (now, sent) => {
      if (now.name !== planned.name) throw renamedError(planned, now.name);
      return nextPatch(prior, planned, now, sent, key);
    },
    done: (seen) => call.saveState(updatedValues(seen, planned)),
    refused: (refusal) => refusedError(call, nodes, { prior, planned, key }, refusal),
    deadline,
    signal,
  });
  return updatedValues(record, planned);
}

/** Servers resolve aliases in paths: an update would change the collection that the alias points to. */
function renamedError(planned: CollectionSettings, other: string): TerraformError {
  return new TerraformError(
    `${collectionDisplayName(planned)} no longer exists`,
    `An alias of its name now points to collection "${other}". Nothing was changed. Plan again: the plan shows that the collection is gone.`,
    ["name"],
  );
}

/**
 * Returns the body of the next PATCH; null: there is nothing left to send.
 * @param sent names of the fields that this apply has written already
 * @throws TerraformError if a field cannot be sent without a key that is not configured
 */
function nextPatch(
  prior: CollectionSettings,
  planned: CollectionSettings,
  now: CollectionRecord,
  sent: ReadonlySet<string>,
  key: ModelKey,
): UpdateCollectionBody | null {
  const { field, model_api_key_wo_version: version } = planned;
  const rekeyed = fieldsToRekey(prior, { field, version }, key);
  const all = alterationOf(prior.field, field, now.fields, sent, rekeyed);
  const sorting = now.default_sorting_field;
  if (sorting && droppedBy(all, now).has(sorting)) throw sortingError(planned, sorting);
  const fields = patchOf(all, now, bodyIn(field));
  requireModelKeys(fields.add, key, describeCollection(planned));
  const sets = (["synonym_sets", "curation_sets"] as const).filter(
    (name) => !sameNames(prior[name], planned[name]) && !sameNames(now[name], planned[name]),
  );
  const isEdited = !sameMetadata(prior.metadata, planned.metadata) && !hasMetadata(now, planned.metadata);
  const metadata = isEdited ? metadataOf(planned.metadata) : null;
  if (isEmpty(fields) && sets.length === 0 && metadata === null) return null;
  return {
    ...(metadata !== null && { metadata }),
    ...(!isEmpty(fields) && { fields: fieldsToSend(fields, key) }),
    ...Object.fromEntries(sets.map((name) => [name, [...(planned[name] ?? [])].sort()])),
  };
}

/** The plan did not show that the collection loses its order: a server that drops the field no longer sorts by it, for good. */
function sortingError(planned: CollectionSettings, sorting: string): TerraformError {
  return new TerraformError(
    `The field that orders the results of ${describeCollection(planned)} cannot be edited in place`,
    `Its default sorting field is "${sorting}", which this edit would drop and add again. The server would no longer sort by it, for good. ` +
      "Nothing was sent. Plan again: the plan replaces the collection, or explains why it cannot.",
    ["field"],
  );
}

/** Older servers have collections without attached sets. */
export async function requireSets(
  nodes: Nodes,
  planned: CollectionSettings,
  signal: AbortSignal,
): Promise<void> {
  const name = (["synonym_sets", "curation_sets"] as const).find((one) => planned[one]?.length);
  if (name)
    await requireServer(nodes, { from: "30", what: `${name} of ${describeCollection(planned)}` }, signal);
}
