import { TerraformError } from "../../../framework";
import { countIfKnown } from "../../model/words";
import { describeLive, liveDisplayName } from "./model";
import type { LiveCall, LiveCollectionValues } from "./schema";
import type { ObservedVersions } from "./versions";

/** Warns of a collection with the name of the alias: servers send it every request that names the alias. */
export function warnHidden(
  call: LiveCall,
  state: LiveCollectionValues,
  { namesake }: ObservedVersions,
): void {
  if (!namesake) return;
  call.warn(`A collection hides ${describeLive(state)}`, describeHidden(state, namesake.num_documents), [
    "name",
  ]);
}

/** Refuses to work on what a collection hides: searches would not reach it, and nobody but its owner may delete the collection. */
export function refuseHidden(planned: LiveCollectionValues, { namesake }: ObservedVersions): void {
  if (!namesake) return;
  throw new TerraformError(
    `${liveDisplayName(planned)} is hidden by a collection`,
    `Nothing was changed. ${describeHidden(planned, namesake.num_documents)}`,
    ["name"],
  );
}

function describeHidden({ name }: LiveCollectionValues, documents: number | null): string {
  const holds = countIfKnown(documents);
  return (
    `A collection with the name of the alias, "${name}", was created outside of Terraform, and servers send it every request that names the alias. It holds ${holds}. The ` +
    "provider leaves it alone. Export the documents that you need, delete that collection, and apply again."
  );
}
