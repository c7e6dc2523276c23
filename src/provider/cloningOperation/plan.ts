import type { OperationId } from "../../api/operations";
import { isUnknown, type Plannable, type Planning, REPLACE } from "../../framework";
import { isInFlight } from "../clusterChange/inFlight";
import { editedVia } from "../editedVia";
import { warnOfCredential } from "../preflight/credential";
import { warnOfUnlisted } from "../preflight/options";
import type { Service } from "../service";
import { wordsOfEnd } from "./messages";
import { warnOfEarlier } from "./orphans";
import { type CloneValues, schema } from "./schema";
import { type ClonePrivateState, type Ending, endingOf } from "./types";
import { requiresReplace } from "./update";

export type ClonePlanning = Planning<CloneValues, Service, ClonePrivateState>;

/** Says at plan what a clone costs, and what its end leaves behind (docs/design/laws.md#l5). */
export async function planClone(planning: ClonePlanning): Promise<void> {
  const { action, prior, planned } = planning;
  if (!planned) return prior ? planEnd(planning, endingOf(prior)) : undefined;
  if (action === "create") {
    await planCreate(planning, planned);
    return warnOfEarlier(planning);
  }
  // Terraform shows the warnings of this plan, and none of those of the successor's.
  if (prior && isReplaced(planning, prior, planned)) return planCreate(planning, planned, endingOf(prior));
}

function isReplaced(
  { privateState }: ClonePlanning,
  prior: CloneValues,
  planned: Plannable<CloneValues>,
): boolean {
  if (editedVia(REPLACE, schema, prior, planned).length > 0) return true;
  const edited = editedVia("remake", schema, prior, planned);
  return requiresReplace(edited, prior, planned, privateState?.imported === true).length > 0;
}

async function planCreate(
  planning: ClonePlanning,
  { cluster_id: id, target_region: region, terminate_clone_on_destroy: terminate }: Plannable<CloneValues>,
  replaced?: Ending,
): Promise<void> {
  const source = isUnknown(id) ? "a cluster that is not known yet" : `cluster ${id}`;
  planning.warn(
    `A clone of ${source} is a second cluster that is billed`,
    terminate === true
      ? "It is billed by itself until a destroy of its cloning operation terminates it, as terminate_clone_on_destroy says."
      : "It is billed by itself until it is terminated, which a destroy of its cloning operation does only with terminate_clone_on_destroy = true.",
  );
  if (replaced) sayEnd(planning, replaced);
  if (region !== null && !isUnknown(region)) {
    await warnOfUnlisted(planning, `the clone of ${source}`, [
      { what: "target_region", value: region, path: ["target_region"] },
    ]);
  }
  await warnOfCredential(planning, `clone ${source}`, [
    "createCloningOperation",
    ...(terminate === true ? (["terminateCluster"] as const) : []),
    ...(replaced ? operationsOfEnd(replaced) : []),
  ]);
}

async function planEnd(planning: ClonePlanning, ending: Ending): Promise<void> {
  sayEnd(planning, ending);
  await warnOfCredential(
    planning,
    `end cloning operation ${ending.id} of cluster ${ending.cluster}`,
    operationsOfEnd(ending),
  );
}

function sayEnd({ warn }: ClonePlanning, ending: Ending): void {
  const words = wordsOfEnd(ending);
  if (words) warn(...words);
}

function operationsOfEnd(ending: Ending): readonly OperationId[] {
  const { status, target, terminate } = ending;
  const leaves = isInFlight(ending) || (status === "succeeded" && target !== null);
  return [
    ...(status === "pending" ? (["cancelCloningOperation"] as const) : []),
    ...(terminate && leaves ? (["terminateCluster"] as const) : []),
  ];
}
