import type { NewSettings } from "../../../api/requests";
import { CHANGE_SETTINGS, REPEATED_SIZE, settingOf } from "../../../api/settings";
import type { Client, ConfigurationChangeRecord } from "../../../client";
import { isRefusal } from "../../model/errors";
import { chooseMoment, type Schedule, timingOf } from "../schedule/moment";
import { historyOf } from "./inFlight";
import type { Seen } from "./observe";
import type { Refused } from "./whenFree";

/** A change to request, without its settings. */
export interface ChangeRequest {
  readonly clusterId: string;
  readonly schedule: Schedule;
  readonly notificationEmailAddresses: readonly string[] | null;
}

type Answer = { readonly done: ConfigurationChangeRecord } | Refused;

const SIZE_FIELDS = CHANGE_SETTINGS.filter((name) => settingOf(name).group === "size").map(
  (name) => `new_${name}`,
);

/**
 * Returns a function that requests a change of some settings, for the attempts of one `whenFree`. It remembers which forms of the
 * request were rejected. `at` is the moment that was chosen last, in epoch seconds.
 */
export function changeRequester(
  { clusterId, schedule, notificationEmailAddresses: addresses }: ChangeRequest,
  { client, signal }: { readonly client: Client; readonly signal: AbortSignal },
) {
  /** True if the current size is sent along (docs/design/api-assumptions.md#changes). */
  let isSizeNamed = false;
  let isChosenAgain = false;

  return async (settings: NewSettings, at: number, { cluster, changes }: Seen): Promise<Answer> => {
    const known = new Set(changes.map(({ id }) => id));
    let requestedAt = at;
    // Chosen again when the request leaves, because it may have waited long for the request budget.
    const body = (now: number) => {
      const moment = chooseMoment(schedule, timingOf(client, now));
      requestedAt = "at" in moment ? moment.at : at;
      return {
        perform_change_at: requestedAt,
        ...(isSizeNamed && {
          [`new_${REPEATED_SIZE}`]: cluster[REPEATED_SIZE] ?? settingOf(REPEATED_SIZE).default,
        }),
        ...settings,
        ...(addresses && addresses.length > 0 && { notification_email_addresses: [...addresses] }),
      };
    };
    try {
      return { done: await client.createChange(clusterId, body, { signal, isKnown: (id) => known.has(id) }) };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const isLate = requestedAt * 1000 <= client.serverNow();
      return {
        refused: error,
        hasMoved: (now) => {
          const choosesAgain = isLate && !isChosenAgain;
          isChosenAgain ||= choosesAgain;
          return choosesAgain || historyOf(now.changes) !== historyOf(changes);
        },
        otherForm: () => {
          const mayLackSize = error.status === 400 && !SIZE_FIELDS.some((field) => field in settings);
          if (isSizeNamed || !mayLackSize) return false;
          isSizeNamed = true;
          return true;
        },
      };
    }
  };
}
