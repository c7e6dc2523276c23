import type { NodeKeyRecord } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { uncapitalized } from "../../model/words";
import { describePrefixes, keyDisplayName } from "./model";
import type { KeyValues } from "./schema";

/** Describes that another key has the id now, as sentences. */
export function describeOtherKey(other: NodeKeyRecord, state: KeyValues): string {
  return (
    `Its id now belongs to another key, which was not changed: ${describePrefixes(other, state)}. ` +
    "A server that was set up again numbers its keys from the start."
  );
}

/** Returns the error for a key in the state of another provider that is not the key of these nodes. */
export function movedElsewhereError(state: KeyValues, shown: NodeKeyRecord): TerraformError {
  return new TerraformError(
    `Cannot move ${uncapitalized(keyDisplayName(state))}`,
    `These nodes have another key of this number: ${describePrefixes(shown, state)}. Nothing was changed. Set SEARCHCLOUD_MOVE_TO to the server ` +
      "that the other provider manages.",
  );
}

/** Returns the error for a key that may be somebody else's: keys cannot be edited, so a different one is another key. */
export function uncertainKeyError(state: KeyValues): TerraformError {
  return new TerraformError(
    `${keyDisplayName(state)} may be a different key now`,
    "The key with its id has other permissions than the state, or the nodes show different keys. Keys cannot be edited, and a " +
      "server that was set up again numbers its keys from the start, so it may be somebody else's. Nothing was changed. Plan again with a " +
      "refresh. If this persists, list the keys of each node (GET /keys), remove this one from the state (terraform state rm), and import it " +
      "again if it is yours.",
  );
}
