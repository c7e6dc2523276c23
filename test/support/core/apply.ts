import { hasUnknown, type Value, withoutUnknown } from "../../../src/wire/cty/value";
import { resultErrors } from "./compatible";
import { CoreError } from "./diagnostics";
import { identityData, receivedIdentity } from "./identity";
import { checkWriteOnly, type Instance, readStored, stored } from "./instance";
import { type Change, type ChangeAction, isReplacement, plannedChange, plannedDestroy } from "./plan";
import { type CoreProvider, type CoreResource, dynamicValue, receivedValue } from "./provider";

/** One request of an apply. */
interface Step {
  readonly action: ChangeAction;
  readonly before: Instance | null;
  readonly after: Value;
  readonly config: Value;
  readonly private: Uint8Array;
  readonly identity: Value;
}

const NOTHING = new Uint8Array();

/** The result of an apply. */
export interface Outcome {
  /** The instance that Terraform stores. Null: none. */
  readonly instance: Instance | null;
  /** The instance that a failed replacement leaves. */
  readonly deposed?: Instance;
}

/** Called between the plan inside apply and the request, and after it: the places of a resource's actions. */
export interface ApplyHooks {
  readonly before?: (action: ChangeAction, planned: Value) => Promise<void>;
  readonly after?: (action: ChangeAction, value: Value) => Promise<void>;
}

/** Applies a planned change in Terraform's order. Errors are in the provider's problems: the outcome is stored all the same. */
export async function applied(
  provider: CoreProvider,
  resource: CoreResource,
  config: Value,
  change: Change,
  hooks: ApplyHooks = {},
): Promise<Outcome> {
  const { action } = change;
  // The state is read from its file again, without a refresh, as soon as its instance is concerned.
  const reread = async () => change.before && readStored(provider, stored(resource, change.before));
  if (action === "no-op") return { instance: change.before };
  if (action === "delete") return { instance: await destroyed(provider, resource, change, await reread()) };
  const before = action === "create-delete" ? change.before : await reread();
  if (action === "delete-create") {
    const left = await destroyed(provider, resource, { ...change, identity: null }, before);
    if (left || provider.problems.hasErrors) return { instance: left };
  }
  const current = isReplacement(action) ? null : before;
  const final = await plannedChange(provider, resource, config, current, { earlier: change });
  checkFinal(provider, resource, change, final);
  const step = isReplacement(final.action) ? ("create" as const) : final.action;
  if (step === "no-op") return { instance: before };
  await hooks.before?.(step, final.after);
  const { after, identity } = final;
  const result = await sent(provider, resource, {
    action: step,
    before: current,
    after,
    config,
    private: final.private,
    identity,
  });
  const failed = provider.problems.hasErrors;
  if (failed && step === "create" && result)
    return { instance: { ...result, isTainted: true }, ...deposed(change) };
  if (failed) return { instance: result ?? before };
  try {
    await hooks.after?.(step, result?.value ?? null);
  } catch (error) {
    // The change is stored, whatever its actions came to.
    if (!(error instanceof CoreError)) throw error;
    return { instance: result, ...deposed(change) };
  }
  if (action !== "create-delete" || !before) return { instance: result };
  const old = (await reread()) ?? before;
  const destroy = await plannedDestroy(provider, resource, old);
  const left = await destroyed(provider, resource, destroy, old);
  return left ? { instance: result, deposed: left } : { instance: result };
}

function deposed({ action, before }: Change): { deposed?: Instance } {
  return action === "create-delete" && before ? { deposed: before } : {};
}

async function destroyed(
  provider: CoreProvider,
  resource: CoreResource,
  change: Change,
  before: Instance | null,
) {
  const step = {
    action: "delete",
    before,
    after: null,
    config: null,
    private: change.private,
    identity: change.identity,
  } as const;
  return sent(provider, resource, step);
}

/** Compares the plan inside apply with the first one. */
function checkFinal(
  { problems }: CoreProvider,
  resource: CoreResource,
  planned: Change,
  final: Change,
): void {
  const summary = "Provider produced inconsistent final plan";
  const when = `When expanding the plan for ${resource.name} to include new values learned so far during apply, provider`;
  const isReduced = planned.action === "update" && final.action === "no-op";
  if (planned.action !== final.action && !isReduced)
    problems.error(summary, `${when} changed the planned action from ${planned.action} to ${final.action}.`);
  for (const error of resultErrors(resource.block, planned.after, final.after))
    problems.error(summary, `${when} produced an invalid new value for ${error}.`);
  problems.check();
}

/** Sends a change, and judges the result. Returns what is stored. */
async function sent(provider: CoreProvider, resource: CoreResource, step: Step): Promise<Instance | null> {
  const { calls, problems } = provider;
  const { block, name } = resource;
  const answer = await calls.unary("applyResourceChange", {
    typeName: name,
    priorState: dynamicValue(block.type, step.before?.value ?? null),
    plannedState: dynamicValue(block.type, step.after),
    config: dynamicValue(block.type, step.config),
    plannedPrivate: step.private ?? NOTHING,
    plannedIdentity: identityData(resource, step.identity),
  });
  const identity = receivedIdentity(problems, resource, answer.newIdentity);
  problems.add(answer.diagnostics);
  const result = receivedValue(block.type, answer.newState);
  checkWriteOnly(problems, resource, result, "Provider produced invalid object");
  const invalid = "Provider returned invalid result object after apply";
  if (hasUnknown(result))
    problems.error(
      invalid,
      `After the apply operation, the provider still indicated an unknown value for ${name}.`,
    );
  if (step.action !== "delete" && !problems.hasErrors)
    for (const error of resultErrors(block, step.after, result))
      problems.error(
        "Provider produced inconsistent result after apply",
        `When applying changes to ${name}, provider produced an unexpected new value: ${error}.`,
      );
  if (!problems.hasErrors && (step.action === "delete") !== (result === null))
    problems.error(
      invalid,
      `After applying a ${step.action} plan, the provider returned a ${result === null ? "null" : "non-null"} object for ${name}.`,
    );
  if (result === null) return problems.hasErrors ? step.before : null;
  return { value: withoutUnknown(result), private: answer.private, identity };
}
