import type { ConfigurationChangeRecord } from "../api/records";
import type { CreateConfigurationChangeBody } from "../api/requests";
import type { Call } from "./exchange";
import type { Knowledge } from "./knowledge";
import { type LostChangeStop, settleChange } from "./lostChange";
import { unsettledChange } from "./lostErrors";
import type { CallOptions } from "./operations";
import type { ServerClock } from "./serverClock";
import { type Making, makeOnce, type SettlingContext } from "./settling";

export interface CreateChangeOptions extends CallOptions {
  /** Whether an id was known before: it then cannot be what this request has made. */
  readonly isKnown?: (id: string) => boolean;
}

/**
 * The body of a change, or a function that makes it from the service's time (milliseconds since the epoch). The
 * function is called when the request has passed the budget, so that the moment it chooses is not in the past by
 * then (DESIGN.md, L4), and again for each repetition.
 */
export type ChangeBody =
  | CreateConfigurationChangeBody
  | ((serverNow: number) => CreateConfigurationChangeBody);

export interface ChangeCreatesContext extends SettlingContext {
  readonly call: Call;
  readonly serverClock: ServerClock;
  readonly list: (clusterId: string, options: CallOptions) => Promise<readonly ConfigurationChangeRecord[]>;
}

/** Schedules a change so that none is lost and none is made twice (DESIGN.md, L1). */
export async function createChange(
  context: ChangeCreatesContext,
  knowledge: Knowledge<ConfigurationChangeRecord>,
  clusterId: string,
  given: ChangeBody,
  options: CreateChangeOptions,
): Promise<ConfigurationChangeRecord> {
  const { call, serverClock, list } = context;
  const { signal } = options;
  // Without a Date seen before, a lost answer could never be settled: one look costs less than that.
  if (serverClock.lastSeen() === null) await list(clusterId, { signal });
  const wasKnown = knowledge.before();
  const serverTimeBefore = serverClock.lastSeen();
  const bodies: CreateConfigurationChangeBody[] = [];
  const body = () => {
    const chosen = typeof given === "function" ? given(serverClock.now()) : given;
    bodies.push(chosen);
    return chosen;
  };
  const making: Making<ConfigurationChangeRecord, LostChangeStop> = {
    what: "configuration change",
    reading: "the list of changes",
    fields: { cluster_id: clusterId },
    async send() {
      const input = { path: { cluster_id: clusterId }, body };
      return (await call("createConfigurationChange", input, { signal })).configuration_change;
    },
    look: async () =>
      settleChange({
        changes: await list(clusterId, { signal }),
        bodies,
        isKnown: (id) => wasKnown(id) || options.isKnown?.(id) === true,
        serverTimeBefore,
      }),
    recall: knowledge.record,
    unsettled: (lost, why, ids, also) => unsettledChange(lost, clusterId, why, ids, also),
  };
  const change = await makeOnce(making, context, signal);
  knowledge.claim(change.id);
  return change;
}
