import type { CollectionRecord, Nodes } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { countIfKnown } from "../../model/words";
import { fieldBody } from "../../shared/collection/alteration";
import { requireModelKeys } from "../../shared/collection/modelKeys";
import { requireSets } from "../../shared/collection/update";
import { markOf, type VersionMark } from "../../shared/collection/versionMark";
import { childId, existsError, nodePrivateStateOf, onNodes, resolveNodes } from "../../shared/dataPlane";
import { type DataPlane, loadDataPlane } from "../../shared/service";
import { recordCreation, recordVersions } from "../../shared/thisRun";
import { describeLive, liveDisplayName, observedLive } from "./model";
import { agreedTarget, observeVersions } from "./observe";
import type { LiveCall, LiveCollectionValues } from "./schema";
import {
  answersVersion,
  newVersionName,
  type ObservedVersion,
  type ObservedVersions,
  versionBody,
  versionSettings,
} from "./versions";

/** Creates the first version, then the alias that leads to it (docs/design/live-collections.md#create). */
export async function createLiveCollection(
  call: LiveCall,
  planned: LiveCollectionValues,
): Promise<Partial<LiveCollectionValues>> {
  const nodes = await resolveNodes(call, planned, `to create ${describeLive(planned)}`);
  const dataPlane = await loadDataPlane();
  const { signal } = call;
  const { name } = planned;
  const key = call.config?.model_api_key_wo ?? null;
  requireModelKeys(planned.field.map(fieldBody), key, describeLive(planned));
  await requireSets(nodes, planned, signal);
  const seen = await observeVersions(nodes, dataPlane, { name, known: [] }, { signal, everywhere: true });
  const there = seen.namesake ?? (await dataPlane.readCollectionOrAlias(nodes, name, { signal }));
  const target = seen.target ?? (there && there.name !== name ? there.name : null);
  if (target !== null && there === null) throw danglingError(planned, target);
  if (target !== null) throw aliasTakenError(planned, target);
  if (there) throw collectionTakenError(planned, there);
  const first = await firstVersion(call, nodes, dataPlane, planned, seen.versions);
  const { run } = markOf(first) ?? newMark(name, nodes);
  const id = childId(planned, name);
  const save = () => {
    call.setPrivateState({ ...nodePrivateStateOf(call.service, planned), id, made: run });
    call.saveState({ ...valuesOf(first, planned, null), id });
  };
  const targets = await dataPlane.readAliasEverywhere(nodes, name, { signal }).then(
    (aliases) => agreedTarget(aliases).targets,
    (error: unknown) => {
      save();
      throw error;
    },
  );
  if (targets.length > 0) {
    // Somebody has created the alias in the meantime. If it leads to our version, they have found that and gone on with it.
    if (!targets.includes(first.name))
      await dataPlane.deleteCollection(nodes, first.name, { signal, deadline: call.deadline });
    throw aliasTakenError(planned, targets[0] ?? "");
  }
  save();
  await dataPlane.putAlias(nodes, { name, collection: first.name }, { signal, isNew: true });
  recordCreation(call.service, id, run, true);
  recordVersions(call.service, id, [first.name]);
  return { ...valuesOf(first, planned, first.name), id };
}

function valuesOf(record: CollectionRecord, planned: LiveCollectionValues, target: string | null) {
  const versions = [{ record, mark: markOf(record) }];
  const state = { ...planned, collection_name: record.name };
  return observedLive({ target, versions, foreign: null }, state);
}

function newMark(alias: string, { randomBytes }: Nodes): VersionMark {
  const run = Buffer.from(randomBytes(12)).toString("hex");
  return { alias, step: "done", run, from: null, since: null, compared: null, recent: null, retired: {} };
}

/** Creates the first version, or goes on with that of a create that was killed before it made the alias. */
async function firstVersion(
  call: LiveCall,
  nodes: Nodes,
  dataPlane: DataPlane,
  planned: LiveCollectionValues,
  leftovers: ObservedVersions["versions"],
): Promise<CollectionRecord> {
  const { signal, deadline } = call;
  const filled = leftovers.filter(({ record }) => record.num_documents !== 0);
  if (filled.length > 0) throw leftoverError(planned, filled);
  const isFirst = ({ record, mark }: ObservedVersion) =>
    mark?.from === null && answersVersion(record, versionSettings(planned, record.name), mark);
  const own = leftovers.find(isFirst);
  for (const { record } of leftovers)
    if (record !== own?.record) await dataPlane.deleteCollection(nodes, record.name, { signal, deadline });
  if (own) return own.record;
  const mark = newMark(planned.name, nodes);
  const settings = versionSettings(planned, newVersionName(planned.name, nodes.randomBytes));
  const key = call.config?.model_api_key_wo ?? null;
  return dataPlane.createCollection(nodes, versionBody(settings, mark, key), {
    isAsRequested: (record) => answersVersion(record, settings, mark),
    taken: (record) => versionTakenError(planned, record),
    signal,
    deadline,
  });
}

/** Returns the error for an alias that exists, at plan and again at apply. */
export function aliasTakenError(
  planned: Pick<LiveCollectionValues, "name" | "cluster_id" | "node_urls" | "api_key">,
  target: string,
): TerraformError {
  return existsError(
    "live_collection",
    `Alias "${planned.name}" ${onNodes(planned)}`,
    childId(planned, planned.name),
    // Terraform plans a tainted instance as a new one.
    `It leads to collection "${target}". If it is the tainted live collection of this resource, \`terraform untaint\` keeps it.`,
  );
}

/** No import is suggested: it would need the collection. */
function danglingError(planned: LiveCollectionValues, target: string): TerraformError {
  const { name } = planned;
  return new TerraformError(
    `Alias "${name}" ${onNodes(planned)} already exists`,
    `It leads to collection "${target}", which does not exist. Nothing was changed. Delete the alias (DELETE /aliases/${name}), and apply again; or point it at ` +
      "a collection, and import the live collection.",
    ["name"],
  );
}

/** Returns the error for a collection of the same name, at plan and again at apply. */
export function collectionTakenError(
  planned: Pick<LiveCollectionValues, "name" | "cluster_id" | "node_urls">,
  { num_documents: documents }: CollectionRecord,
): TerraformError {
  const { name } = planned;
  const holds = countIfKnown(documents);
  return new TerraformError(
    `${liveDisplayName(planned)} cannot have the name of a collection`,
    `Collection "${name}" ${onNodes(planned)} exists, with ${holds}. The name of a live collection is an alias, which cannot have the name of a collection, and ` +
      "servers cannot rename one. Nothing was changed. Choose another name, import the documents, and let applications use the new name; or import the " +
      "documents into a live collection of another name, delete this one, and add an alias of its name (docs/guides/live-collections.md).",
    ["name"],
  );
}

function leftoverError(planned: LiveCollectionValues, filled: readonly ObservedVersion[]): TerraformError {
  const each = filled.map(
    ({ record: { name, num_documents: documents } }) => `"${name}" with ${countIfKnown(documents)}`,
  );
  const [first] = filled;
  return new TerraformError(
    `Versions of ${describeLive(planned)} exist`,
    `The alias is missing, but an earlier live collection of this name has left ${each.join(", ")}. Nothing was changed. To keep them, point alias ` +
      `"${planned.name}" at one of them (PUT /aliases/${planned.name} with {"collection_name": "${first?.record.name}"}) and import the live collection. Otherwise ` +
      "delete these collections, and apply again.",
    ["name"],
  );
}

function versionTakenError(planned: LiveCollectionValues, { name }: CollectionRecord): TerraformError {
  return new TerraformError(
    `Could not create ${describeLive(planned)}: collection "${name}" already exists`,
    "The apply had chosen this name at random for the first version. The collection was left alone. Apply again: it chooses another name.",
  );
}
