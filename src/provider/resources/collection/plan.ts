import { isUnknown, type Plannable, TerraformError } from "../../../framework";
import { countOf, uncapitalized } from "../../model/words";
import { childId, existsError, type NodeValues, onNodes, parseChildId } from "../../shared/dataPlane";
import { recordPlannedCreation } from "../../shared/thisRun";

import { describeFieldEdit, refuseUnknownTypes, replacingFields, replacingNames } from "./edits";
import { collectionDisplayName, describeCollection } from "./model";
import { ALLOW, type CollectionPlanning, type CollectionValues, type NamedDocuments } from "./schema";

import {
  type CollectionSnapshot,
  documentsIn,
  isRead,
  isUnread,
  namedByPlan,
  readAliasAtPlan,
  readAtPlan,
} from "./snapshot";

type Planned = Plannable<CollectionValues>;

/** Names the documents that a plan drops or indexes again, and refuses to drop those that must stay (docs/design/laws.md#l2, #l5). */
export async function planCollection(planning: CollectionPlanning): Promise<void> {
  const { prior, planned } = planning;
  if (prior && planned) await planUpdate(planning, prior, planned);
  else if (planned) await planCreate(planning, planned);
  else if (prior) await planDelete(planning, prior);
}

/** The refusal to delete a protected collection, at plan and again at apply. */
export function collectionProtectedError(what: string): TerraformError {
  return new TerraformError(
    `${what} is protected against deletion`,
    "Its state says deletion_protection = true, and a delete drops all its documents. To delete it, set deletion_protection = false, apply " +
      "that, and then destroy it.",
    ["deletion_protection"],
  );
}

async function planDelete(planning: CollectionPlanning, prior: CollectionValues): Promise<void> {
  const what = collectionDisplayName(prior);
  if (prior.deletion_protection === true) throw collectionProtectedError(what);
  const seen = await readAtPlan(planning, prior, prior.name, describeCollection(prior));
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
  // Of a replacement, the plan of the successor comes next and sees what is stored now.
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
  if (!changed.includes("field")) return;
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
      ? `an edit that drops the default sorting field "${prior.default_sorting_field}", if only to add it again`
      : `an edit of ${recreating.join(", ")}`;
    const { summary, detail } = refusal(what, documents, seen, edit);
    error(summary, detail, recreating.slice(0, 1));
  }
  if (documents === null && allowed) warnUncounted(planning, what, seen);
  namedByPlan(service).set(prior.id ?? "", documents === null ? UNCOUNTED : { documents, more: allowed });
}

async function planCreate(planning: CollectionPlanning, planned: Planned): Promise<void> {
  const { privateState, config, set } = planning;
  // A collection that is new has none but those of its configuration.
  if (config?.metadata === null) set("metadata", null);
  // The second plan of a replacement: private state belongs to the collection that would be deleted.
  if (privateState?.id !== undefined) await planSuccessor(planning, planned, privateState.id);
  const { name, cluster_id, node_urls } = planned;
  if (isUnknown(name) || isUnknown(cluster_id) || isUnknown(node_urls)) return;
  const known = { name, cluster_id, node_urls, api_key: null };
  const id = childId(known, name);
  recordPlannedCreation(planning.service, id);
  if (privateState?.id === id) return;
  const seen = await readAtPlan(
    planning,
    { ...known, api_key: planned.api_key },
    name,
    describeCollection(known),
    true,
  );
  if (isRead(seen)) throw takenError(known, seen.num_documents);
  await warnOfAlias(planning, { ...known, api_key: planned.api_key });
}

/** An alias of this name, which the same plan may delete first: only the apply can refuse it. */
async function warnOfAlias(
  planning: CollectionPlanning,
  where: Plannable<NodeValues> & Pick<CollectionValues, "name">,
): Promise<void> {
  const alias = await readAliasAtPlan(planning, where);
  if (alias === undefined) return;
  planning.warn(
    `There is an alias "${where.name}", and a collection cannot have the name of one`,
    `It stands for collection "${alias}". Unless the apply deletes the alias first, it fails before it creates anything: the server would let ` +
      "the new, empty collection take over the searches that use the alias. Choose another name, or delete the alias first.",
    ["name"],
  );
}

/** A name that exists already: its documents belong to somebody else, or to a run that was interrupted. */
export function takenError(
  values: NodeValues & Pick<CollectionValues, "name">,
  documents: number | null,
): TerraformError {
  const holds =
    documents === null ? "Its documents could not be counted." : `It holds ${countOf(documents)}.`;
  // Terraform plans a tainted instance as a new one.
  const tainted = "If it is the tainted collection of this resource, `terraform untaint` keeps it.";
  return existsError(
    "collection",
    collectionDisplayName(values),
    childId(values, values.name),
    `${holds} ${tainted}`,
  );
}

/** Servers let a collection take over the name of an alias, and with it all that searches by the alias. */
export function aliasError(values: CollectionValues, standsFor: string): TerraformError {
  return new TerraformError(
    `Collection "${values.name}" cannot have the name of an alias`,
    `There is an alias "${values.name}" ${onNodes(values)}, which stands for collection "${standsFor}". Searches through it would go to the new, ` +
      "empty collection instead. Nothing was created. Choose another name, or delete the alias first, and apply again.",
    ["name"],
  );
}

/**
 * What the plan of the successor stores is what the delete sees. It names the documents once more where the first plan has not:
 * Terraform replaces by itself (`-replace`, `replace_triggered_by`) without telling the provider.
 */
async function planSuccessor(planning: CollectionPlanning, planned: Planned, id: string): Promise<void> {
  const { service, privateState = {} } = planning;
  const { child: name, ...named } = parseChildId(id, "name");
  // The id has the URL that the collection was created by; the nodes may have other ones since.
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

/** A plan that could not count them allows to drop none. */
const UNCOUNTED: NamedDocuments = { documents: null, more: false };

function setNamed({ privateState, setPrivateState }: CollectionPlanning, named: NamedDocuments): void {
  setPrivateState({ ...privateState, named });
}

function refusal(what: string, documents: number | null, seen: CollectionSnapshot, edit: string) {
  const holds =
    documents === null
      ? `may hold documents, which could not be counted: ${unreadWhy(seen)}`
      : `holds ${countOf(documents)}`;
  return {
    summary: documents === null ? `${what} may hold documents` : `${what} holds ${countOf(documents)}`,
    detail:
      `It ${holds}${documents === null ? "" : "."} For ${edit}, the server needs another collection, and this one would be deleted with ` +
      "its documents. Nothing is changed. Either add a second searchcloud_collection with another name, bring the documents into it, and " +
      'point a searchcloud_collection_alias at it; or set replacement = "allow", which drops the documents.',
  };
}

function warnDropped({ warn }: CollectionPlanning, what: string, documents: number): void {
  warn(
    `${what} is deleted with ${countOf(documents)}`,
    "They cannot be brought back. To keep them, export them first, or take the collection out of the state (removed block, terraform state rm).",
  );
}

function warnUncounted({ warn }: CollectionPlanning, what: string, seen: CollectionSnapshot): void {
  warn(
    `The documents of ${uncapitalized(what)} could not be counted`,
    `${unreadWhy(seen)} The apply deletes the collection only if it holds none: no plan has said how many are dropped with it. Should it hold ` +
      "some, plan again when its nodes answer.",
  );
}

function unreadWhy(seen: CollectionSnapshot): string {
  return isUnread(seen) ? seen.unread : "The server does not say how many there are.";
}

/** Looks at the collection that is there now, with the key that is planned: the one in the state may be revoked already. */
function readPriorAtPlan(
  planning: CollectionPlanning,
  prior: CollectionValues,
  planned: Planned,
): Promise<CollectionSnapshot> {
  const { api_key: apiKey } = planned;
  const where = apiKey === null || isUnknown(apiKey) ? prior : { ...prior, api_key: apiKey };
  return readAtPlan(planning, where, prior.name, describeCollection(prior));
}
