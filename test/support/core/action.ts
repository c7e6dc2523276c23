import { hasUnknown, type Value } from "../../../src/wire/cty/value";
import { type CoreProvider, dynamicValue } from "./provider";
import { checkDeferred } from "./refresh";
import { configured, type Written } from "./values";

/** Validates the configuration of an action, as the walk of `validate` does. */
export async function validateAction(provider: CoreProvider, type: string, written: Written): Promise<void> {
  const { diagnostics } = await provider.calls.unary("validateActionConfig", {
    typeName: type,
    config: configOf(provider, type, written).bytes,
  });
  provider.problems.add(diagnostics);
  provider.problems.check();
}

/** Plans an action. */
export async function plannedAction(provider: CoreProvider, type: string, written: Written): Promise<void> {
  const { calls, problems, clientCapabilities } = provider;
  const { bytes } = configOf(provider, type, written);
  const answer = await calls.unary("planAction", { actionType: type, config: bytes, clientCapabilities });
  checkDeferred(provider, answer.deferred);
  problems.add(answer.diagnostics);
  problems.check();
}

/** Runs an action to its end. Rejects if it has no end of its own, or if its end has errors. */
export async function invokedAction(
  provider: CoreProvider,
  type: string,
  written: Written,
  onProgress: (message: string) => unknown = () => undefined,
): Promise<void> {
  const { calls, problems, clientCapabilities } = provider;
  const { bytes, config } = configOf(provider, type, written);
  if (hasUnknown(config)) throw new Error(`Action configuration unknown during apply: ${type}`);
  let isCompleted = false;
  for await (const { progress, completed } of calls.stream("invokeAction", {
    actionType: type,
    config: bytes,
    clientCapabilities,
  })) {
    // Terraform itself would crash at an event of no kind, and would believe an action that goes on after its end.
    if (isCompleted || (progress === undefined) === (completed === undefined))
      throw new Error(`unexpected event type in InvokeAction response of ${type}`);
    if (progress) await onProgress(progress.message);
    else problems.add(completed?.diagnostics ?? []);
    isCompleted = completed !== undefined;
  }
  if (!isCompleted) throw new Error(`the stream of ${type} ended without a completed event`);
  problems.check();
}

function configOf({ schema }: CoreProvider, type: string, written: Written) {
  const block = schema.actions[type];
  if (!block) throw new Error(`Invalid action type: The provider does not support action type "${type}".`);
  const config: Value = configured(block, written);
  return { config, bytes: dynamicValue(block.type, config) };
}
