import { isUnknown } from "../../../../framework";
import type { Changes } from "../../../shared/changes/observe";
import { NO_RESTART, type Restart, restartAfterWrite } from "../../../shared/changes/restart";
import { readHint } from "../../../shared/preflight/hint";
import { runState } from "../../../shared/runState";
import { isStarting } from "../model";
import type { ClusterPlanning, ClusterValues } from "../types";
import { entriesOf, lastWrite } from "./difference";

/** What the service holds of parameters that state does not know yet. */
export interface HeldParameters {
  /** Names with the planned value. */
  readonly names: ReadonlySet<string>;
  /** The restart that these wait for. */
  readonly restart: Restart;
  /** The changes of the cluster, where they were read for that. */
  readonly changes?: Changes;
}

const known = runState((_: ClusterValues): { held?: HeldParameters } => ({}));

/**
 * Looks up what the service holds where a plan is the first that names parameters, as after an import: one request, and one more
 * where it holds all of them. What a plan then says of a restart is true.
 */
export async function readHeldParameters(planning: ClusterPlanning): Promise<void> {
  const { prior, planned } = planning;
  if (!prior?.id || !planned || isUnknown(planned.server_parameters)) return;
  const { id, server_parameters: before } = prior;
  const wanted = new Map(entriesOf(planned.server_parameters));
  if (before !== null || wanted.size === 0 || isStarting(prior)) return;
  const held = await readHint(planning, async (client, options): Promise<HeldParameters> => {
    const all = await client.parameters(id, options);
    const live = all.filter(({ parameter_name: name, parameter_value: value }) => wanted.get(name) === value);
    const names = new Set(live.map(({ parameter_name: name }) => name));
    const writtenAt = lastWrite(live);
    if (names.size < wanted.size || writtenAt === undefined) return { names, restart: NO_RESTART };
    const changes = await client.changes(id, options);
    return { names, restart: restartAfterWrite(NO_RESTART, writtenAt, changes), changes };
  });
  if (held) known(prior).held = held;
}

/** What {@link readHeldParameters} has found for the plan of these values. */
export function heldParameters(prior: ClusterValues): HeldParameters | undefined {
  return known(prior).held;
}
