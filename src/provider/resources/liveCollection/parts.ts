import { isPartOfLiveError } from "../../shared/collection/versionNames";
import { childId, onNodes } from "../../shared/dataPlane";
import { isDeletionPlanned } from "../../shared/thisRun";
import { knownVersions } from "./observe";
import type { LivePlanning } from "./schema";

/**
 * Refuses a plan that also deletes the alias or a version as a resource of its own. Terraform plans that beside this resource, in any
 * order: whichever comes second finds it.
 */
export function refuseDeletedParts({ service, prior }: LivePlanning): void {
  if (!prior) return;
  const { name } = prior;
  if (isDeletionPlanned(service, "alias", childId(prior, name)))
    throw isPartOfLiveError(`Alias "${name}" ${onNodes(prior)}`, name);
  for (const version of knownVersions(prior))
    if (isDeletionPlanned(service, "collection", childId(prior, version)))
      throw isPartOfLiveError(`Collection "${version}" ${onNodes(prior)}`, name);
}
