import { isUnknown, type Plannable, TerraformError } from "../../../framework";
import { countIfKnown, countOf, uncapitalized } from "../../model/words";
import { parseChildId } from "../../shared/dataPlane";
import { runState } from "../../shared/runState";
import type { Service } from "../../shared/service";
import { liveProtectedError } from "./delete";
import { liveDisplayName, versionNamed } from "./model";
import { knownVersions } from "./observe";
import { type LiveWhere, lookAtPlan, type PlanLook, withPlannedKey } from "./planLook";
import type { LiveCollectionValues, LivePlanning, NamedVersion } from "./schema";

/**
 * The versions that the first plan of a replacement has shown, by id. Terraform keeps only the private state of the second one for the
 * instance that is deleted (docs/design/protocol.md#replacement). Both plans are made in one process.
 */
const versionsNamedByPlan = runState((_: Service) => new Map<string, readonly NamedVersion[]>());

/** Plans a delete: names every version with its documents. */
export async function planLiveDelete(planning: LivePlanning, prior: LiveCollectionValues): Promise<void> {
  const { privateState, setPrivateState } = planning;
  if (prior.deletion_protection === true) throw liveProtectedError(prior);
  const look = await lookAtPlan(planning, prior);
  const { ways: _, ...stored } = privateState ?? {};
  setPrivateState({ ...stored, named: namedOf(look, prior) });
  warnOfDelete(planning, prior, look);
}

/** Plans the first half of a replacement: it is refused while any version holds documents. */
export async function planLiveReplacement(
  planning: LivePlanning,
  prior: LiveCollectionValues,
  planned: Plannable<LiveCollectionValues>,
): Promise<void> {
  const look = await lookAtPlan(planning, withPlannedKey(prior, planned));
  const edit = planning.changed.includes("name") ? "name" : "cluster_id";
  const error = refusalOf(prior, look, `an edit of ${edit}`);
  if (error) planning.error(error.summary, error.detail, [edit]);
  versionsNamedByPlan(planning.service).set(prior.id ?? "", namedOf(look, prior));
}

/**
 * Plans the successor of a replacement. The delete reads the private state that this plan stores. Terraform does not tell the provider of
 * `-replace` and `replace_triggered_by`: then this is the only plan, and refuses to drop documents.
 */
export async function planLiveSuccessor(
  planning: LivePlanning,
  planned: Plannable<LiveCollectionValues>,
  id: string,
): Promise<void> {
  const { service, privateState = {}, setPrivateState } = planning;
  const { child: name, ...named } = parseChildId(id, "name");
  // The id holds the URL that the collection was created with; its nodes may have moved since.
  const urls = named.cluster_id === null ? (privateState.nodes ?? named.node_urls) : null;
  const { api_key: key } = planned;
  const where: LiveWhere = {
    cluster_id: named.cluster_id,
    node_urls: urls && [...urls],
    api_key: isUnknown(key) ? null : key,
    name,
    collection_name: null,
    versions: null,
    step: null,
  };
  if (privateState.protected) throw liveProtectedError(where);
  const before = versionsNamedByPlan(service).get(id);
  if (before) return setPrivateState({ ...privateState, named: before });
  const look: PlanLook = isUnknown(key)
    ? { unread: "Its key is not known yet." }
    : await lookAtPlan(planning, where);
  const error = refusalOf(where, look, "this replacement");
  if (error) throw error;
  setPrivateState({ ...privateState, named: namedOf(look, where) });
}

/** Returns the versions that a delete may drop: with the documents that the plan has counted, or none. */
function namedOf(look: PlanLook, where: LiveWhere): NamedVersion[] {
  if ("unread" in look) return knownVersions(where).map((name) => ({ name, documents: null }));
  return look.seen.versions.map(({ record: { name, num_documents: documents } }) => ({ name, documents }));
}

function warnOfDelete({ warn }: LivePlanning, prior: LiveCollectionValues, look: PlanLook): void {
  const what = liveDisplayName(prior);
  if ("unread" in look) {
    warn(
      `The documents of ${uncapitalized(what)} could not be counted`,
      `${look.unread} The apply deletes it only if all versions are empty, because this plan cannot show how many documents would be dropped. ` +
        "If they hold documents, plan again when its nodes answer.",
    );
    return;
  }
  const { versions, foreign, target } = look.seen;
  if (foreign)
    warn(
      `${what} cannot be deleted while its alias leads to a collection that is none of its versions`,
      `It leads to collection "${target}". The apply will delete nothing. Point the alias back at "${prior.collection_name}" or delete it first; or remove ` +
        "the resource from the state (removed block, terraform state rm).",
    );
  const isEmpty = versions.every(({ record }) => record.num_documents === 0);
  if (isEmpty) return;
  const live = versionNamed(look.seen, target)?.record.name;
  const each = versions.map(
    ({ record: { name, num_documents: documents } }) =>
      `version "${name}"${name === live ? ", the live one," : ""} with ${countIfKnown(documents)}`,
  );
  warn(
    `${what} is deleted with ${documentsIn(look)}`,
    `The apply deletes the alias, then ${inWords(each)}. They cannot be restored. To keep them, export the documents first, or remove the resource from the state ` +
      "(removed block, terraform state rm).",
  );
}

function documentsIn(look: Exclude<PlanLook, { readonly unread: string }>): string {
  const counts = look.seen.versions.map(({ record }) => record.num_documents);
  const total = counts.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  const all = counts.includes(null) ? "an unknown number of documents" : countOf(total);
  return counts.length === 1 ? all : `${all} in ${counts.length} versions`;
}

function inWords(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join();
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** Returns the error for a replacement that would drop documents. */
function refusalOf(where: LiveWhere, look: PlanLook, edit: string): TerraformError | undefined {
  const what = liveDisplayName(where);
  const isUnread = "unread" in look;
  if (!isUnread && look.seen.versions.every(({ record }) => record.num_documents === 0)) return undefined;
  return new TerraformError(
    isUnread ? `${what} may hold documents` : `${what} holds ${documentsIn(look)}`,
    `${isUnread ? `They could not be counted: ${look.unread} ` : ""}For ${edit}, Terraform would delete the alias and all versions with their documents, and create an empty live ` +
      "collection. Nothing was changed. Instead, add a second live collection, import the documents into it, let applications use its name, then remove this one.",
  );
}
