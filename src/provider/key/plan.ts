import { KEY_ACTIONS } from "../../api/dataPlane/keyActions";
import { isUnknown, type Plannable, TerraformError } from "../../framework";
import { onNodes } from "../nodes";
import type { KeyPlanning, KeyValues } from "./schema";

/**
 * Says at plan what a key cannot be right for, and what ends with it (docs/design/laws.md#l5).
 *
 * @param now milliseconds since the epoch
 */
export function planKey(planning: KeyPlanning, now: number): void {
  const { action, prior, planned } = planning;
  if (action === "delete" && prior) warnOfRevocation(planning, prior);
  if (action !== "create" || !planned) return;
  warnOfActions(planning, planned);
  if (!isUnknown(planned.expires_at)) refuseExpired(planned.expires_at, now);
}

/** A key that has expired opens nothing. */
export function refuseExpired(expires: string | null, now: number): void {
  if (expires === null || Date.parse(expires) > now) return;
  throw new TerraformError(
    "The key would have expired already",
    `expires_at is ${expires}, which has passed, so the key would open nothing. Nothing was created. Set a later time, or leave it out for a ` +
      "key that never expires.",
    ["expires_at"],
  );
}

function warnOfRevocation({ warn }: KeyPlanning, prior: KeyValues): void {
  warn(
    `${called(prior)} is revoked`,
    "From then on every request with it is refused, and with each scoped key that was derived from it. Where another key replaces it, its " +
      "value is another one: with create_before_destroy, both are valid for a moment, in which Terraform can hand the new one on.",
  );
}

function warnOfActions({ warn }: KeyPlanning, { actions }: Plannable<KeyValues>): void {
  if (isUnknown(actions)) return;
  const unknown = actions.filter((action) => !KEY_ACTIONS.includes(action));
  if (unknown.length === 0) return;
  const names = unknown.map((action) => `"${action}"`).join(", ");
  warn(
    `The server may not know the action${unknown.length > 1 ? "s" : ""} ${names}`,
    "An action is written resource:verb, such as documents:search, collections:*, keys:create or aliases:get; * allows everything. Servers " +
      "accept actions that they do not know, and such a key then allows less than it seems. This provider may not know all of them either.",
    ["actions"],
  );
}

/** As a sentence begins with it: `Key "storefront" (c-1/7)`. */
export function called({ description, id, ...values }: KeyValues): string {
  const name = description === null ? "Key" : `Key "${description}"`;
  return id === null ? `${name} ${onNodes(values)}` : `${name} (${id})`;
}
