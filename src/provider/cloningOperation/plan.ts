import type { OperationId } from "../../client/vocabulary";
import { isUnknown, type Plannable, type Planning } from "../../framework";
import { isOnItsWay } from "../busy/clone";
import { warnOfCredential } from "../preflight/credential";
import { warnOfUnlisted } from "../preflight/options";
import type { Service } from "../service";
import type { CloneValues } from "./fields";
import { type Ending, endingOf, type Kept } from "./kept";
import { wordsOfEnd } from "./words";

export type ClonePlanning = Planning<CloneValues, Service, Kept>;

/** Says at plan what a clone costs, and what its end leaves behind (DESIGN.md, L5). */
export async function planClone(planning: ClonePlanning): Promise<void> {
  const { action, prior, config, kept } = planning;
  if (action === "create" && config) return planCreate(planning, config);
  if (!prior) return;
  const ending = endingOf(prior);
  if (action === "delete") return planEnd(planning, ending);
  // Of a replacement, the plan of the successor comes next and sees only this.
  if (kept) planning.keepPrivate({ ...kept, replaced: ending });
}

async function planCreate(planning: ClonePlanning, config: Plannable<CloneValues>): Promise<void> {
  const { cluster_id: id, target_region: region, terminate_clone_on_destroy: terminate } = config;
  const source = isUnknown(id) ? "a cluster that is not known yet" : `cluster ${id}`;
  planning.warn(
    `A clone of ${source} is a second cluster that is billed`,
    terminate === true
      ? "It is billed by itself until a destroy of its cloning operation terminates it, as terminate_clone_on_destroy says."
      : "It is billed by itself until it is terminated, which a destroy of its cloning operation does only with terminate_clone_on_destroy = true.",
  );
  const replaced = planning.kept?.replaced;
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
  const leaves = isOnItsWay(ending) || (status === "succeeded" && target !== null);
  return [
    ...(status === "pending" ? (["cancelCloningOperation"] as const) : []),
    ...(terminate && leaves ? (["terminateCluster"] as const) : []),
  ];
}
