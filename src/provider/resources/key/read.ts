import type { NodeKeyRecord } from "../../../dataPlane";
import { GONE, TerraformError } from "../../../framework";
import { uncapitalized } from "../../model/words";
import { goneBecause, refreshOnNodes } from "../../shared/dataPlane";
import { markManaged } from "./managed";
import { beginnings, called, knownKey, numberOf, observedKey } from "./model";
import type { KeyCall, KeyValues } from "./schema";

export async function readKey(call: KeyCall, state: KeyValues, now: number) {
  const isImport = call.privateState?.importing === true;
  // Before anything is asked: what is planned at the same time must not take it for one that was left over.
  markManaged(call.service, state);
  return refreshOnNodes(call, state, called(state), async (nodes, { expiryOf, sharedKey }) => {
    const seen = await sharedKey(nodes, numberOf(state), isImport ? null : knownKey(state), call);
    if (seen === null) return GONE;
    if (seen.identity === "unsure") throw unsureError(state);
    if (seen.identity === "other") return goneBecause(otherWords(seen.shown, state));
    const values = observedKey(seen.shown, expiryOf(seen.shown), state);
    markManaged(call.service, values);
    if (isImport) warnOfValue(call, { ...state, ...values });
    warnOfExpiry(call, { ...state, ...values }, now);
    return values;
  });
}

/** What has happened to a key whose id another one has, as sentences. */
export function otherWords(other: NodeKeyRecord, state: KeyValues): string {
  return (
    `Its id now belongs to another key, which was left alone: ${beginnings(other, state)}. ` +
    "A server that was set up again numbers its keys from the start."
  );
}

/** Keys cannot be edited: one that allows something else may be somebody else's. */
export function unsureError(state: KeyValues): TerraformError {
  return new TerraformError(
    `${called(state)} may be a different key now`,
    "The key with its id allows something other than the state says, or the nodes show different keys. Keys cannot be edited, and a " +
      "server that was set up again numbers its keys from the start, so it may be somebody else's. Nothing was changed. Plan again with a " +
      "refresh. If this persists, list the keys of each node (GET /keys), take this one out of the state (terraform state rm), and import it " +
      "again if it is yours.",
  );
}

function warnOfValue({ warn }: KeyCall, values: KeyValues): void {
  warn(
    `The value of ${uncapitalized(called(values))} is not known`,
    "A server never shows the value of a key again, so after the import the attribute value is null. Whoever has the key can go on using it. " +
      "For a value that Terraform knows, replace the key (-replace): that revokes this one.",
  );
}

function warnOfExpiry({ warn }: KeyCall, values: KeyValues, now: number): void {
  const { expires_at: expires } = values;
  if (expires === null || Date.parse(expires) > now) return;
  warn(
    `${called(values)} has expired`,
    `It has opened nothing since ${expires}. Set a later expires_at, which creates another key, or remove it.`,
  );
}
