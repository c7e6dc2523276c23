import type { Value } from "../../../src/wire/cty/value";
import { invokedAction, plannedAction } from "./action";
import type { ApplyHooks } from "./apply";
import { type ChangeAction, isReplacement } from "./plan";
import type { CoreProvider } from "./provider";
import { plain, type Written } from "./values";

type Moment = "before" | "after";
type Values = Record<string, unknown>;

/** An `action_trigger` of a resource. */
export interface ActionTrigger {
  readonly event: `${Moment}_${"create" | "update"}`;
  /** The type of the action. */
  readonly action: string;
  /** Returns its configuration from the values of the resource, which may be UNKNOWN in a plan. */
  readonly config: (values: Values) => Written;
  readonly onProgress?: (message: string) => unknown;
}

/** Plans the actions that a change triggers, after the change itself. */
export async function planTriggers(
  provider: CoreProvider,
  triggers: readonly ActionTrigger[],
  action: ChangeAction,
  after: Value,
): Promise<void> {
  const step = isReplacement(action) ? "create" : action;
  for (const { event, action: type, config } of triggers)
    if (event.endsWith(`_${step}`)) await plannedAction(provider, type, config(plain(after) as Values));
}

/** Runs the triggered actions in the process that applies the change. */
export function triggerHooks(provider: CoreProvider, triggers: readonly ActionTrigger[]): ApplyHooks {
  const at = (moment: Moment) => async (step: ChangeAction, value: Value) => {
    for (const { event, action, config, onProgress } of triggers)
      if (event === `${moment}_${step}`)
        await invokedAction(provider, action, config(plain(value) as Values), onProgress);
  };
  return { before: at("before"), after: at("after") };
}
