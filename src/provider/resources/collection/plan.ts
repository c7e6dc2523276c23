import type { CollectionRecord } from "../../../dataPlane";
import { isUnknown, type Plannable, TerraformError } from "../../../framework";
import { countOf, uncapitalized } from "../../model/words";
import { fieldBody } from "../../shared/collection/alteration";
import {
  describeFieldEdit,
  refuseUnknownTypes,
  replacingFields,
  replacingNames,
} from "../../shared/collection/edits";
import { collectionDisplayName, describeCollection } from "../../shared/collection/model";
import { modelKeyOf, requireModelKeys } from "../../shared/collection/modelKeys";
import { warnOfModelKey } from "../../shared/collection/modelKeyWarning";
import type { NamedDocuments } from "../../shared/collection/named";
import {
  type CollectionSnapshot,
  documentsIn,
  isRead,
  isUnread,
  readAliasAtPlan,
  readAtPlan,
} from "../../shared/collection/snapshot";
import { isPartOfLiveError, isVersionError, liveAliasOf } from "../../shared/collection/versionNames";
import { childId, existsError, type NodeValues, onNodes, parseChildId } from "../../shared/dataPlane";
import { runState } from "../../shared/runState";
import type { Service } from "../../shared/service";
import { recordPlannedCreation, recordPlannedDeletion } from "../../shared/thisRun";

import { ALLOW, type CollectionPlanning, type CollectionValues } from "./schema";

type Planned = Plannable<CollectionValues>;

/**
 * The documents that the first plan of a replacement has shown, by id. Terraform keeps only the private state of the second one for the
 * instance that is deleted (docs/design/protocol.md#replacement). Both plans are made in one process.
 */
const namedByPlan = runState((_: Service) => new Map<string, NamedDocuments>());

/** Warns of the documents that a plan drops or reindexes, and refuses to drop those that must stay (docs/design/laws.md#l2, #l5). */
export async function planCollection(planning: CollectionPlanning): Promise<void> {
  const { prior, planned } = planning;
  if (prior && planned) await planUpdate(planning, prior, planned);
  else if (planned) await planCreate(planning, planned);
  else if (prior) await planDelete(planning, prior);
}

/** Returns the error for deleting a protected collection, at plan and again at apply. */
export function collectionProtectedError(what: string): TerraformError {
  return new TerraformError(
    `${what} is protected against deletion`,
    "Its state has deletion_protection = true, and a delete drops all its documents. To delete it, set deletion_protection = false, apply, " +
      "then destroy it.",
    ["deletion_protection"],
  );
}

async function planDelete(planning: CollectionPlanning, prior: CollectionValues): Promise<void> {
  const what = collectionDisplayName(prior);
  if (prior.deletion_protection === true) throw collectionProtectedError(what);
  recordPlannedDeletion(planning.service, "collection", childId(prior, prior.name));
  const seen = await readAtPlan(planning, prior, prior.name, describeCollection(prior));
  const alias = liveAliasOf(planning.service, prior, isRead(seen) ? seen : { name: prior.name });
  if (alias !== undefined) throw isPartOfLiveError(what, alias);
  const documents = documentsIn(seen);
  if (documents === null) {
    warnUncounted(planning, what, seen);
    setNamed(planning, UNCOUNTED);
    return;
  }
  if (documents > 0) warnDropped(planning, what, documents);
  setNamed(planning, { documents, more: documents > 0 });
}

async function planUpdate(
  planning: CollectionPlanning,
  prior: CollectionValues,
  planned: Planned,
): Promise<void> {
  const { privateState, setPrivateState, changed } = planning;
  // In a replacement, the plan of the successor follows and reads the private state that is stored here.
  const { protected: _, named: __, ...rest } = privateState ?? {};
  const id = prior.id ?? undefined;
  setPrivateState({
    ...rest,
    ...(id && { id }),
    ...(prior.deletion_protection === true && { protected: true }),
  });
  const recreating = [
    ...replacingNames(changed, prior, planned),
    ...replacingFields(changed, prior, planned),
  ];
  if (recreating.length > 0) return planReplacement(planning, prior, planned, recreating);
  if (!changed.includes("field") && !changed.includes("model_api_key_wo_version")) return;
  warnOfModelKey(planning, planned);
  await refuseUnknownTypes(planning, prior, planned);
  await describeFieldEdit(planning, prior, planned, await readPriorAtPlan(planning, prior, planned));
}

/** Refuses an edit that would drop documents, unless the configuration allows it. */
async function planReplacement(
  planning: CollectionPlanning,
  prior: CollectionValues,
  planned: Planned,
  recreating: readonly string[],
): Promise<void> {
  const { service, error } = planning;
  const what = collectionDisplayName(prior);
  const seen = await readPriorAtPlan(planning, prior, planned);
  const documents = documentsIn(seen);
  const allowed = planned.replacement === ALLOW;
  if (!allowed && documents !== 0) {
    const isSorting = recreating.join() === "field";
    const edit = isSorting
      ? `an edit that drops the default sorting field "${prior.default_sorting_field}" and adds it again`
      : `an edit of ${recreating.join(", ")}`;
    const { summary, detail } = refusal(what, documents, seen, edit);
    error(summary, detail, recreating.slice(0, 1));
  }
  if (documents === null && allowed) warnUncounted(planning, what, seen);
  namedByPlan(service).set(prior.id ?? "", documents === null ? UNCOUNTED : { documents, more: allowed });
}

async function planCreate(planning: CollectionPlanning, planned: Planned): Promise<void> {
  const { privateState, plannedPrivateState, config, set } = planning;
  if (!isUnknown(planned.field))
    requireModelKeys(
      (planned.field as CollectionValues["field"]).map(fieldBody),
      modelKeyOf(config, planned),
      "the new collection",
    );
  warnOfModelKey(planning, planned);
  // A new collection has only the metadata of its configuration.
  if (config?.metadata === null) set("metadata", null);
  // This is the second plan of a replacement: the private state is that of the collection that would be deleted.
  if (privateState?.id !== undefined) await planSuccessor(planning, planned, privateState.id);
  const { name, cluster_id, node_urls } = planned;
  if (isUnknown(name) || isUnknown(cluster_id) || isUnknown(node_urls)) return;
  const known = { name, cluster_id, node_urls, api_key: null };
  const id = childId(known, name);
  recordPlannedCreation(planning.service, id);
  // Its own predecessor: with create_before_destroy, an error here would leave nothing in its place, and one of the create does not.
  if ((privateState ?? plannedPrivateState)?.id === id) return;
  const seen = await readAtPlan(
    planning,
    { ...known, api_key: planned.api_key },
    name,
    describeCollection(known),
    true,
  );
  if (isRead(seen)) throw takenError(planning.service, known, seen);
  await warnOfAlias(planning, { ...known, api_key: planned.api_key });
}

/** Warns of an alias of this name. The same plan may delete it first, so only the apply can refuse it. */
async function warnOfAlias(
  planning: CollectionPlanning,
  where: Plannable<NodeValues> & Pick<CollectionValues, "name">,
): Promise<void> {
  const alias = await readAliasAtPlan(planning, where);
  if (alias === undefined) return;
  planning.warn(
    `Alias "${where.name}" exists, and a collection cannot have the name of an alias`,
    `It points to collection "${alias}". Unless the apply deletes the alias first, it fails before it creates anything: searches that use the ` +
      "alias would go to the new, empty collection. Choose another name, or delete the alias first.",
    ["name"],
  );
}

/** Returns the error for a name that exists: the collection belongs to somebody else, or to a run that was interrupted. */
export function takenError(
  service: Service,
  values: NodeValues & Pick<CollectionValues, "name">,
  existing: CollectionRecord,
): TerraformError {
  const { num_documents: documents } = existing;
  const what = collectionDisplayName(values);
  const alias = liveAliasOf(service, values, existing);
  if (alias !== undefined)
    return isVersionError(what, alias, values, "A collection of this name cannot be created.");
  const holds =
    documents === null ? "Its documents could not be counted." : `It holds ${countOf(documents)}.`;
  // Terraform plans a tainted instance as a new one.
  const tainted = "If it is the tainted collection of this resource, `terraform untaint` keeps it.";
  return existsError("collection", what, childId(values, values.name), `${holds} ${tainted}`);
}

/** Returns the error for the name of an alias: servers would send the searches that use the alias to the new collection. */
export function aliasError(values: CollectionValues, target: string): TerraformError {
  return new TerraformError(
    `Collection "${values.name}" cannot have the name of an alias`,
    `Alias "${values.name}" ${onNodes(values)} points to collection "${target}". Searches that use it would go to the new, empty collection ` +
      "instead. Nothing was created. Choose another name, or delete the alias first, and apply again.",
    ["name"],
  );
}

/**
 * Plans the successor of a replacement. The delete reads the private state that this plan stores. It warns of the documents again if the
 * first plan did not: Terraform does not tell the provider of `-replace` and `replace_triggered_by`.
 */
async function planSuccessor(planning: CollectionPlanning, planned: Planned, id: string): Promise<void> {
  const { service, privateState = {} } = planning;
  const { child: name, ...named } = parseChildId(id, "name");
  // The id holds the URL that the collection was created with; its nodes may have moved since.
  const urls = named.cluster_id === null ? (privateState.nodes ?? named.node_urls) : null;
  const where = { cluster_id: named.cluster_id, node_urls: urls && [...urls] };
  const what = collectionDisplayName({ ...where, name, api_key: null });
  if (privateState.protected) throw collectionProtectedError(what);
  const before = namedByPlan(service).get(id);
  if (before) return setNamed(planning, before);
  const seen = await readAtPlan(
    planning,
    { ...where, api_key: planned.api_key },
    name,
    describeCollection({ ...where, name, api_key: null }),
  );
  const documents = documentsIn(seen);
  const allowed = planned.replacement === ALLOW;
  if (!allowed && documents !== 0) {
    const { summary, detail } = refusal(what, documents, seen, "this replacement");
    throw new TerraformError(summary, detail);
  }
  if (documents) warnDropped(planning, what, documents);
  if (documents === null) warnUncounted(planning, what, seen);
  setNamed(planning, documents === null ? UNCOUNTED : { documents, more: allowed });
}

/** The result of a plan that could not count the documents: it allows to drop none. */
const UNCOUNTED: NamedDocuments = { documents: null, more: false };

function setNamed({ privateState, setPrivateState }: CollectionPlanning, named: NamedDocuments): void {
  setPrivateState({ ...privateState, named });
}

function refusal(what: string, documents: number | null, seen: CollectionSnapshot, edit: string) {
  const holds =
    documents === null
      ? `may hold documents, but they could not be counted: ${unreadWhy(seen)}`
      : `holds ${countOf(documents)}`;
  return {
    summary: documents === null ? `${what} may hold documents` : `${what} holds ${countOf(documents)}`,
    detail:
      `It ${holds}${documents === null ? "" : "."} For ${edit}, the server needs another collection, and this one would be deleted with ` +
      "its documents. Nothing was changed. Either add a second searchcloud_collection with another name, import the documents into it, and " +
      'point a searchcloud_collection_alias at it; or set replacement = "allow", which drops the documents.',
  };
}

function warnDropped({ warn }: CollectionPlanning, what: string, documents: number): void {
  warn(
    `${what} is deleted with ${countOf(documents)}`,
    "They cannot be restored. To keep them, export them first, or remove the collection from the state (removed block, terraform state rm).",
  );
}

function warnUncounted({ warn }: CollectionPlanning, what: string, seen: CollectionSnapshot): void {
  warn(
    `The documents of ${uncapitalized(what)} could not be counted`,
    `${unreadWhy(seen)} The apply deletes the collection only if it is empty, because this plan cannot show how many documents would be dropped. ` +
      "If it holds documents, plan again when its nodes answer.",
  );
}

function unreadWhy(seen: CollectionSnapshot): string {
  return isUnread(seen) ? seen.unread : "The server does not report their number.";
}

/** Reads the current collection with the planned key, because the key in the state may be revoked already. */
function readPriorAtPlan(
  planning: CollectionPlanning,
  prior: CollectionValues,
  planned: Planned,
): Promise<CollectionSnapshot> {
  const { api_key: apiKey } = planned;
  const where = apiKey === null || isUnknown(apiKey) ? prior : { ...prior, api_key: apiKey };
  return readAtPlan(planning, where, prior.name, describeCollection(prior));
}
