import type { Nodes } from "../../../dataPlane";
import { GONE, TerraformError } from "../../../framework";
import { markOf } from "../../shared/collection/versionMark";
import { childId, onNodes, refreshOnNodes } from "../../shared/dataPlane";
import type { DataPlane } from "../../shared/service";
import { recordCreation, recordVersions } from "../../shared/thisRun";
import { warnHidden } from "./hidden";
import { describeLive, liveDisplayName, liveVersionOf, observedLive, stepOf, versionNamed } from "./model";
import { knownVersions, observeVersions } from "./observe";
import type { LiveCall, LiveCollectionValues } from "./schema";
import type { ObservedVersions } from "./versions";

/** Reads the alias and its versions (docs/design/live-collections.md#reading). */
export async function readLiveCollection(call: LiveCall, state: LiveCollectionValues) {
  const isImport = call.privateState?.importing === true;
  const values = await refreshOnNodes(
    call,
    state,
    liveDisplayName(state),
    async (nodes, dataPlane): Promise<Partial<LiveCollectionValues> | typeof GONE> => {
      const seen = isImport
        ? await readImported(call, state, nodes, dataPlane)
        : await readManaged(call, state, nodes, dataPlane);
      if (seen.target === null && seen.versions.length === 0) return GONE;
      warnHidden(call, state, seen);
      warnUnsettled(call, state, seen);
      return observedLive(seen, isImport ? null : state);
    },
  );
  if (values === GONE) return GONE;
  const { collection_name, versions } = { ...state, ...values };
  recordVersions(call.service, childId(state, state.name), knownVersions({ collection_name, versions }));
  const made = call.privateState?.made;
  if (made !== undefined) recordCreation(call.service, childId(state, state.name), made, false);
  // An import has not stored the id.
  if (state.id !== null) call.setPrivateState({ ...call.privateState, id: state.id });
  return values;
}

/**
 * Warns if nothing says any more which writes an interrupted update has left to carry over: somebody has replaced the metadata of the live
 * version, and with it the mark. An update that has ended leaves a mark.
 */
function warnUnsettled(call: LiveCall, state: LiveCollectionValues, seen: ObservedVersions): void {
  const { collection_name: name, step } = state;
  const live = versionNamed(seen, name);
  if (step !== "settling" || !live || live.mark !== null) return;
  call.warn(
    `The last writes before the update of ${describeLive(state)} cannot be carried over any more`,
    `An interrupted update had moved the alias to version "${name}", and its mark said what was left. Somebody has replaced the metadata of "${name}", so the mark is gone. ` +
      "Compare it with the former version, and write what is missing by the alias. The next apply takes the update for finished.",
  );
}

/** Reads at every node if anything is not ready: one that lags behind would show an update that is long done as drift. */
async function readManaged(
  { signal }: LiveCall,
  state: LiveCollectionValues,
  nodes: Nodes,
  dataPlane: DataPlane,
): Promise<ObservedVersions> {
  const { name, collection_name: stated } = state;
  const names = { name, known: knownVersions(state) };
  const seen = await observeVersions(nodes, dataPlane, names, { signal, shared: true });
  if (stepOf(seen, liveVersionOf(seen, stated)) === "ready") return seen;
  const everywhere = await observeVersions(nodes, dataPlane, names, { signal, everywhere: true });
  const isStated = stated !== null && everywhere.targets?.includes(stated);
  return isStated && versionNamed(everywhere, stated)
    ? { ...everywhere, target: stated, foreign: null }
    : everywhere;
}

/** Reads an alias for an import: the collection behind one that was made by hand becomes the live version. */
async function readImported(
  { signal }: LiveCall,
  state: LiveCollectionValues,
  nodes: Nodes,
  dataPlane: DataPlane,
): Promise<ObservedVersions> {
  const { name } = state;
  const seen = await observeVersions(nodes, dataPlane, { name, known: [] }, { signal });
  if (seen.namesake) throw notAliasError(state);
  if (seen.target === null) {
    const there = await dataPlane.readCollectionOrAlias(nodes, name, { signal });
    if (there) throw notAliasError(state);
    return { ...seen, versions: [] };
  }
  if (versionNamed(seen, seen.target)) return seen;
  if (seen.foreign === null) throw danglingError(state, seen.target);
  const other = markOf(seen.foreign)?.alias;
  if (other !== undefined) throw foreignVersionError(state, seen.target, other);
  const adopted = { record: seen.foreign, mark: null };
  return { ...seen, foreign: null, versions: [adopted, ...seen.versions] };
}

function notAliasError(state: LiveCollectionValues): TerraformError {
  const { name } = state;
  return new TerraformError(
    `Cannot import ${JSON.stringify(name)} as a live collection: it is a collection`,
    `The name of a live collection is an alias, and "${name}" ${onNodes(state)} is a collection itself, which cannot be renamed. Nothing was changed. ` +
      `Import it as a searchcloud_collection. To turn it into a live collection, create one with another name, import the documents into it, and let ` +
      "applications use that name (docs/guides/live-collections.md).",
    ["name"],
  );
}

function danglingError(state: LiveCollectionValues, target: string): TerraformError {
  return new TerraformError(
    `Cannot import alias "${state.name}" ${onNodes(state)}: its collection is missing`,
    `It leads to collection "${target}", which does not exist. Nothing was changed. Point the alias at a collection first, or delete it and create the ` +
      "live collection.",
    ["name"],
  );
}

function foreignVersionError(state: LiveCollectionValues, target: string, other: string): TerraformError {
  return new TerraformError(
    `Cannot import alias "${state.name}" ${onNodes(state)}: its collection belongs to another alias`,
    `It leads to collection "${target}", a version of live collection "${other}". Nothing was changed. Import "${other}" instead, and manage ` +
      `"${state.name}" as a searchcloud_collection_alias.`,
    ["name"],
  );
}
