import { TerraformError } from "../../../framework";
import type { LiveCall, LiveCollectionValues } from "./schema";

/** Carries out an edit. */
export async function updateLiveCollection(
  _: LiveCall,
  prior: LiveCollectionValues,
  __: LiveCollectionValues,
): Promise<Partial<LiveCollectionValues>> {
  throw new TerraformError(
    `Live collection "${prior.name}" cannot be edited yet`,
    "Nothing was changed. Revert the edit.",
  );
}
