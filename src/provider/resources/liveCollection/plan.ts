import { isUnknown, type Plannable, UNKNOWN } from "../../../framework";
import { countOf } from "../../model/words";
import { describeFieldEdit, refuseUnknownTypes } from "../../shared/collection/edits";
import { modelKeyOf } from "../../shared/collection/modelKeys";
import type { SettingsPlanning } from "../../shared/collection/schema";
import { withoutMark } from "../../shared/collection/versionMark";
import {
  anotherVersionFor,
  type DecisionInput,
  decideUpdate,
  describeWays,
  filledVersions,
  isUpdateDue,
  possibleDrops,
  type Way,
} from "./decide";
import { memoryNeed } from "./estimate";
import { indexesTime } from "./fits";
import { describeLive, liveDisplayName, liveVersionOf, versionNamed } from "./model";
import { planLiveCreate } from "./planCreate";
import { planLiveDelete, planLiveReplacement } from "./planDelete";
import { documentsOf, type PlanFacts } from "./planFacts";
import { lookAtPlan, memoryAtPlan, type PlanSight, timesAtPlan, withPlannedKey } from "./planLook";
import { planMessages } from "./planMessages";
import {
  type LiveCollectionValues,
  type LivePlanning,
  type LivePrivateState,
  liveCollectionSchema,
  type NamedVersion,
} from "./schema";
import { lostAtCopy } from "./unstored";
import { versionSettings } from "./versions";

type Planned = Plannable<LiveCollectionValues>;

/** Shows all that an apply will do, and refuses to drop what no plan may drop (docs/design/live-collections.md#planning). */
export async function planLiveCollection(planning: LivePlanning): Promise<void> {
  const { prior, planned } = planning;
  if (prior && planned) await planUpdate(planning, prior, planned);
  else if (planned) await planLiveCreate(planning, planned);
  else if (prior) await planLiveDelete(planning, prior);
}

async function planUpdate(
  planning: LivePlanning,
  prior: LiveCollectionValues,
  planned: Planned,
): Promise<void> {
  const { privateState, setPrivateState, changed } = planning;
  // In a replacement, the plan of the successor follows and reads the private state that is stored here.
  const { protected: _, named: __, ways: ___, ...rest } = privateState ?? {};
  const stored: LivePrivateState = {
    ...rest,
    ...(prior.id !== null && { id: prior.id }),
    ...(prior.deletion_protection === true && { protected: true }),
  };
  setPrivateState(stored);
  if (changed.includes("name") || changed.includes("cluster_id"))
    return planLiveReplacement(planning, prior, planned);
  const isDue = isUpdateDue(prior, planned);
  const edited = namesEdited(changed);
  if (!isDue && edited.length === 0) return;
  const look = await lookAtPlan(planning, withPlannedKey(prior, planned));
  if ("unread" in look) return planUnread(planning, { prior, edited, stored }, look.unread);
  const open = OPEN.filter((name) => isUnknown(planned[name]));
  const input: DecisionInput = {
    prior,
    planned: withoutOpen(prior, planned),
    seen: look.seen,
    key: modelKeyOf(planning.config, planned),
    ...(privateState?.retired && { retired: privateState.retired }),
  };
  if (open.length > 0) return planOpen(planning, { input, open, stored });
  await planKnown(planning, { input, look, stored });
}

/** The attributes whose edit may need another version. */
const SCHEMA = [
  "field",
  "default_sorting_field",
  "enable_nested_fields",
  "token_separators",
  "symbols_to_index",
  "voice_query_model",
  "model_api_key_wo_version",
] as const;
/** The attributes on which a decision depends. */
const OPEN = [...SCHEMA, "synonym_sets", "curation_sets", "metadata", "strategy", "retain"] as const;

function namesEdited(changed: LivePlanning["changed"]): string[] {
  const isEdit = (name: (typeof changed)[number]) => {
    const attribute = liveCollectionSchema[name];
    return "updatedBy" in attribute && attribute.updatedBy === "edit";
  };
  return changed.filter(isEdit);
}

/** Replaces values that are not known yet by those of the state. */
function withoutOpen(prior: LiveCollectionValues, planned: Planned): LiveCollectionValues {
  const names = Object.keys(planned) as (keyof LiveCollectionValues)[];
  const known = names.map((name) => [name, isUnknown(planned[name]) ? prior[name] : planned[name]]);
  return Object.fromEntries(known) as LiveCollectionValues;
}

/** Plans an update whose values are all known. */
async function planKnown(
  planning: LivePlanning,
  {
    input,
    look,
    stored,
  }: { readonly input: DecisionInput; readonly look: PlanSight; readonly stored: LivePrivateState },
): Promise<void> {
  const { prior, planned } = input;
  const { seen, all } = look;
  const decision = decideUpdate(input);
  const { ways, drops } = decision;
  planning.setPrivateState({ ...stored, named: namedIn(input, drops), ways: describeWays(ways) });
  openComputed(planning, input, ways, drops);
  await requireCopyable(planning, input, ways);
  const copy = ways.find((way) => way.kind === "copy");
  const memory = copy ? await memoryAtPlan(planning, prior.cluster_id) : null;
  const facts: PlanFacts = {
    prior,
    planned,
    seen,
    decision,
    another: anotherVersionFor(input),
    filled: filledVersions(input),
    memory: memory && copy ? memoryNeed(memory, { documents: missingIn(input, copy), all }) : null,
  };
  for (const { summary, detail } of planMessages(facts)) planning.warn(summary, detail);
  for (const way of ways) if (way.kind === "patch") await describePatch(planning, input, way.version);
}

/** Returns the documents that a copy adds to memory: those that an unfinished version does not have yet. */
function missingIn(
  { seen }: DecisionInput,
  { from, resumes }: Extract<Way, { kind: "copy" }>,
): number | null {
  const documents = documentsOf(seen, from);
  if (documents === null || resumes === null) return documents;
  return Math.max(0, documents - (documentsOf(seen, resumes) ?? 0));
}

/** Describes an edit in place, as of any collection. */
async function describePatch(planning: LivePlanning, input: DecisionInput, name: string): Promise<void> {
  const { prior, planned, seen } = input;
  const version = versionNamed(seen, name);
  if (!version || name !== liveVersionOf(seen, prior.collection_name)?.record.name) return;
  const settings = planning as unknown as SettingsPlanning;
  const [before, after] = [versionSettings(prior, name), versionSettings(planned, name)];
  await refuseUnknownTypes(settings, before, after);
  const meanwhile =
    `Searches by "${prior.name}" go on meanwhile. Until the edit is done, the server may hold back writes to the collection, and rejects other edits: the more documents, ` +
    'the longer. With strategy = "copy", the edit makes a new version instead, and writes go on.';
  await describeFieldEdit(settings, before, after, withoutMark(version.record), meanwhile);
}

/** Makes exactly those computed values unknown that the apply changes. */
function openComputed(
  { set, prior: before }: LivePlanning,
  { seen, prior }: DecisionInput,
  ways: readonly Way[],
  drops: readonly string[],
): void {
  const moves = ways.some(({ kind }) => kind === "copy" || kind === "back" || kind === "succeed");
  const live = liveVersionOf(seen, prior.collection_name)?.record.name;
  if (moves || live !== prior.collection_name) set("collection_name", UNKNOWN);
  if (ways.length > 0 || drops.length > 0) set("versions", UNKNOWN);
  if (before?.step !== "ready") set("step", UNKNOWN);
}

/** Refuses a copy that would lose values, or could not find what is written meanwhile. */
async function requireCopyable(
  planning: LivePlanning,
  { prior, planned, seen }: DecisionInput,
  ways: readonly Way[],
): Promise<void> {
  const { updated_at_field: name } = planned;
  const way = ways.find(({ kind }) => kind === "copy" || kind === "back");
  if (way?.kind !== "copy" && way?.kind !== "back") return;
  const record = versionNamed(seen, way.from)?.record;
  if (!record || record.num_documents === 0) return;
  const lost = lostAtCopy(planned, record);
  if (lost) planning.error(lost.summary, lost.detail, ["field"]);
  if (name === null) return;
  if (indexesTime(record, name)) {
    const look = await timesAtPlan(planning, { prior, planned }, record);
    if (look === null) return;
    const { summary, detail } = look.message;
    return (look.isWrong ? planning.error : planning.warn)(summary, detail, ["updated_at_unit"]);
  }
  planning.error(
    `${liveDisplayName(prior)} has no indexed field ${name} yet`,
    `This edit copies the documents to a new version, and finds the writes during the copy by updated_at_field = "${name}". But the live version, "${way.from}", has no indexed ` +
      "int32 or int64 field of that name. Nothing was changed. Add the field first, in an apply of its own" +
      `${planned.strategy === "copy" ? ' with strategy = "auto"' : ""}; or leave out updated_at_field for this edit: edits of documents during the copy are then lost.`,
    ["updated_at_field"],
  );
}

/** Plans an update of which some values are known only at apply. */
function planOpen(
  planning: LivePlanning,
  {
    input,
    open,
    stored,
  }: { readonly input: DecisionInput; readonly open: readonly string[]; readonly stored: LivePrivateState },
): void {
  const { prior, planned, seen } = input;
  const live = liveVersionOf(seen, prior.collection_name)?.record;
  const named = namedIn(input, possibleDrops(input));
  planning.setPrivateState({ ...stored, named });
  for (const name of ["collection_name", "versions", "step"] as const) planning.set(name, UNKNOWN);
  const goes = named.map(
    ({ name, documents }) =>
      `"${name}" with ${documents === null ? "all its documents" : countOf(documents)}`,
  );
  const holds =
    live?.num_documents === undefined || live.num_documents === null
      ? "all documents"
      : countOf(live.num_documents);
  planning.warn(
    `${liveDisplayName(prior)} may get a new version: ${holds} may be copied`,
    `${open.join(", ")} ${open.length === 1 ? "is" : "are"} known only at apply. The apply edits the live version in place if the server can${planned.strategy === "copy" ? " and no field changes" : ", which may hold back writes"}. Otherwise it copies ` +
      `the documents to a new version, compares both, and moves the alias; searches and writes go on meanwhile.${goes.length === 0 ? "" : ` It may then delete ${goes.join(", ")}.`}`,
  );
}

/** Plans an update without having read the versions: its apply deletes none. */
function planUnread(
  planning: LivePlanning,
  {
    prior,
    edited,
    stored,
  }: {
    readonly prior: LiveCollectionValues;
    readonly edited: readonly string[];
    readonly stored: LivePrivateState;
  },
  unread: string,
): void {
  planning.setPrivateState({ ...stored, named: [] });
  const isOfSchema = edited.some((name) => (SCHEMA as readonly string[]).includes(name));
  if (isOfSchema || prior.step !== "ready") planning.set("collection_name", UNKNOWN);
  for (const name of ["versions", "step"] as const) planning.set(name, UNKNOWN);
  planning.warn(
    `The versions of ${describeLive(prior)} could not be read`,
    `${unread} This plan cannot show the steps of the apply: it edits the live version in place if the server can, and otherwise copies the documents to a new version and moves the ` +
      "alias. It deletes no version that holds documents. To see more, plan again when the nodes answer.",
  );
}

function namedIn({ seen }: DecisionInput, names: readonly string[]): NamedVersion[] {
  return names.map((name) => ({ name, documents: documentsOf(seen, name) }));
}
