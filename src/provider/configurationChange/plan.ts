import { isUnknown, type Plannable, REPLACE } from "../../framework";
import { networkOn } from "../api/topology";
import { editedVia } from "../editedVia";
import { chooseMoment, describeSchedule, leadOf, scheduleOf } from "../schedule/moment";
import type { Service } from "../service";
import { preflight } from "./preflight";
import type { ChangePlanning } from "./privateState";
import { remakes } from "./requiresReplace";
import { type ChangeValues, schema } from "./schema";

/** Says at plan what a new change brings, when, whether it interrupts the service, and what may be refused (docs/design/laws.md#l5). */
export async function announce(planning: ChangePlanning): Promise<void> {
  const { config, service, warn } = planning;
  if (!config || !isAsked(planning)) return;
  const id = config.cluster_id;
  const cluster = isUnknown(id) ? "A cluster that is not known yet" : `Cluster ${id}`;
  const settings = Object.entries(config).filter(
    ([name, value]) => name.startsWith("new_") && value !== null,
  );
  const what =
    settings.length === 0
      ? "is restarted"
      : `gets a configuration change: ${settings.map(([name]) => name.slice("new_".length)).join(", ")}`;
  warn(
    `${cluster} ${what}`,
    `${whenOf(config, service)} A single node does not answer for 5 to 60 minutes meanwhile; several are changed one after the other.`,
  );
  const { new_high_availability: ha, new_search_delivery_network: network } = config;
  if (ha === true || (!isUnknown(network) && networkOn(network))) {
    warn(
      `${cluster}: high availability cannot be turned off again`,
      "Turning it on, by itself or through a search delivery network, is for good.",
      [ha === true ? "new_high_availability" : "new_search_delivery_network"],
    );
  }
  await preflight(planning, config, isUnknown(id) ? "a cluster that is not known yet" : `cluster ${id}`);
}

/** Whether a change is asked for: a first one, or another in place of one that is there. */
function isAsked({ action, prior, planned, privateState }: ChangePlanning): boolean {
  if (action === "create") return true;
  if (!prior || !planned) return false;
  if (editedVia(REPLACE, schema, prior, planned).length > 0) return true;
  return (
    remakes(editedVia("remake", schema, prior, planned), prior, planned, privateState?.imported).length > 0
  );
}

function whenOf(config: Plannable<ChangeValues>, { client }: Service): string {
  const { perform_change_at: at, window } = config;
  if (isUnknown(at) || isUnknown(window)) return "When it begins is known after apply.";
  const schedule = scheduleOf({ perform_change_at: at, window });
  const moment = chooseMoment(schedule, client?.serverNow() ?? Date.now(), leadOf(client?.pollInterval ?? 0));
  return "at" in moment
    ? `If applied now, it begins ${describeSchedule(schedule, moment.at)}.`
    : "Its perform_change_at is in the past, so that apply will refuse it: give a later moment, a window, or none.";
}
