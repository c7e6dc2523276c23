import { withinVersion } from "../../api/comparison";
import { isUnknown, type Plannable, type Update } from "../../framework";
import { SIZING_NAMES, sameSetting } from "../api/sizing";
import { privateStateOf } from "../child";
import type { Service } from "../service";
import type { ChangePrivateState, ChangeValues, Imported } from "./schema";

type Name = keyof ChangeValues & string;

/**
 * Edits that request another change. Taken over in place is what an import could not know: `triggers`, the window, and which
 * of the settings on the record were requested (docs/design/laws.md#l5).
 */
export const recreate: Update<ChangeValues, Service, ChangePrivateState> = {
  carriedBy: "none: another change replaces this one",
  requiresReplace: (changed, prior, planned, privateState) => {
    const imported = privateState?.imported;
    return changed.filter((name) =>
      name === "triggers" ? prior.triggers !== null : !imported || !isTakenOver(name, planned, imported),
    );
  },
  apply: async ({ service, setPrivateState }, { prior }) =>
    setPrivateState(privateStateOf(service, prior.cluster_id)),
};

function isTakenOver(name: Name, planned: Plannable<ChangeValues>, imported: Imported): boolean {
  const value = planned[name];
  if (isUnknown(value)) return false;
  if (name === "window" || value === null) return true;
  if (name === "notification_email_addresses") return Array.isArray(value) && value.length === 0;
  const setting = SIZING_NAMES.find((one) => name === `new_${one}`);
  if (!setting) return false;
  const leadsTo = imported[`new_${setting}`];
  if (setting === "search_server_version" && typeof value === "string" && typeof leadsTo === "string")
    return withinVersion(leadsTo, value);
  return sameSetting(value, leadsTo);
}
