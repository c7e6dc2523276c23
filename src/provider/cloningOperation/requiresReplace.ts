import type { Plannable } from "../../framework";
import type { CloneValues } from "./schema";

type Name = keyof CloneValues & string;

/**
 * The edits that ask for another clone. What an import could not know is taken over in place: `triggers`, who is told, and
 * whatever the record does not say (docs/design/laws.md#l5).
 */
export function remakes(
  changed: readonly Name[],
  prior: CloneValues,
  planned: Plannable<CloneValues>,
  imported: boolean,
): readonly Name[] {
  return changed.filter((name) => {
    if (name === "triggers") return prior.triggers !== null;
    if (name === "notification_email_addresses") return !imported && !(isNobody(prior) && isNobody(planned));
    return !(imported && prior[name] === null);
  });
}

/** No list of addresses, or an empty one, is the same to the service. */
function isNobody({ notification_email_addresses: addresses }: Plannable<CloneValues>): boolean {
  return addresses === null || (Array.isArray(addresses) && addresses.length === 0);
}
