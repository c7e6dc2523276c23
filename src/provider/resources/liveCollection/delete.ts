import type { CollectionRecord, Deleted, Nodes, Snapshots } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { refuseUncounted, refuseUnnamed } from "../../shared/collection/named";
import { removeOnNodes } from "../../shared/dataPlane";
import type { DataPlane } from "../../shared/service";
import { describeLive, liveDisplayName } from "./model";
import { knownVersions, observeVersions } from "./observe";
import type { LiveCall, LiveCollectionValues } from "./schema";

/** Deletes the alias, then the versions, with no more documents than the plan has shown (docs/design/laws.md#l2). */
export async function deleteLiveCollection(call: LiveCall, state: LiveCollectionValues): Promise<void> {
  const what = liveDisplayName(state);
  // Terraform does not plan the destroy of a tainted instance with its provider, so no plan has refused it.
  if (state.deletion_protection === true) throw liveProtectedError(state);
  await removeOnNodes(call, state, what, (nodes, dataPlane) =>
    deleteFromNodes(call, state, nodes, dataPlane),
  );
}

/** Returns the error for deleting a protected live collection, at plan and again at apply. */
export function liveProtectedError(
  state: Pick<LiveCollectionValues, "name" | "cluster_id" | "node_urls">,
): TerraformError {
  return new TerraformError(
    `${liveDisplayName(state)} is protected against deletion`,
    "Its state has deletion_protection = true, and a delete drops all its versions. To delete it, set deletion_protection = false, apply, " +
      "then destroy it.",
    ["deletion_protection"],
  );
}

async function deleteFromNodes(
  call: LiveCall,
  state: LiveCollectionValues,
  nodes: Nodes,
  dataPlane: DataPlane,
): Promise<Deleted> {
  const { signal, deadline } = call;
  const { name } = state;
  const names = { name, known: knownVersions(state) };
  const { targets = [], versions } = await observeVersions(nodes, dataPlane, names, {
    signal,
    everywhere: true,
  });
  const own = versions.map(({ record }) => record.name);
  const { readCollectionEverywhere, isMissingEverywhere, isMinority, tooFewError } = dataPlane;
  for (const target of targets) {
    if (own.includes(target) || names.known.includes(target)) continue;
    const there = await readCollectionEverywhere(nodes, target, { signal });
    if (!isMissingEverywhere(there)) throw foreignTargetError(state, target);
  }
  // Everything is counted before anything is deleted.
  const counted: [string, Snapshots<CollectionRecord>][] = [];
  for (const version of new Set([...names.known, ...own])) {
    const before = await readCollectionEverywhere(nodes, version, { signal });
    if (isMissingEverywhere(before)) {
      // The nodes that answer may lag behind: it would stay, and no state would know it.
      if (isMinority(before)) throw tooFewError(before);
      continue;
    }
    refuse(call, state, version, before, dataPlane);
    counted.push([version, before]);
  }
  const results: Deleted[] = [await dataPlane.deleteAlias(nodes, name, { signal })];
  for (const [version, before] of counted)
    results.push(await dataPlane.deleteCollection(nodes, version, { signal, deadline, before }));
  return results.includes("deleted") ? "deleted" : "missing";
}

/** Refuses to delete a version that holds more than the plan has shown. Applications write to the live one until its alias is gone. */
function refuse(
  call: LiveCall,
  state: LiveCollectionValues,
  version: string,
  before: Snapshots<CollectionRecord>,
  { isMinority }: DataPlane,
): void {
  const collection = { ...state, name: version };
  if (isMinority(before)) refuseUncounted(collection, before);
  const shown = call.privateState?.named?.find(({ name }) => name === version);
  const named = shown && {
    documents: shown.documents,
    more: version === state.collection_name && (shown.documents ?? 0) > 0,
  };
  refuseUnnamed(call, collection, before, { named, isAllowed: false, otherwise: UNTAINT });
}

const UNTAINT = "To keep a tainted live collection, run `terraform untaint`.";

function foreignTargetError(state: LiveCollectionValues, target: string): TerraformError {
  return new TerraformError(
    `The alias of ${describeLive(state)} leads to a collection that is none of its versions`,
    `It leads to collection "${target}", which searches by "${state.name}" use now. Nothing was deleted. ` +
      `Point the alias back at "${state.collection_name}" or delete it, then destroy again; or remove this resource from the state (removed block, ` +
      "terraform state rm), and delete its versions yourself.",
    ["name"],
  );
}
