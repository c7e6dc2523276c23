import { hasUnknown } from "../../../src/wire/cty/value";
import { identityData, receivedIdentity } from "./identity";
import { checkWriteOnly, type Instance } from "./instance";
import { type CoreProvider, type CoreResource, dynamicValue, receivedValue } from "./provider";

const INVALID = "Provider produced invalid object";

/** Reads an instance. Null: it is gone. */
export async function refreshed(
  provider: CoreProvider,
  resource: CoreResource,
  instance: Instance,
): Promise<Instance | null> {
  const { calls, problems, clientCapabilities } = provider;
  const read = await calls.unary("readResource", {
    typeName: resource.name,
    currentState: dynamicValue(resource.block.type, instance.value),
    private: instance.private,
    clientCapabilities,
    currentIdentity: identityData(resource, instance.identity),
  });
  checkDeferred(provider, read.deferred);
  problems.add(read.diagnostics);
  const identity = receivedIdentity(problems, resource, read.newIdentity);
  problems.check();
  const value = receivedValue(resource.block.type, read.newState);
  if (hasUnknown(value))
    problems.error(INVALID, `${resource.name}: The returned state contains unknown values`);
  checkWriteOnly(problems, resource, value, INVALID);
  problems.check();
  return value === null ? null : { ...instance, value, identity, private: read.private };
}

/** Reports a deferral: the capability for it is never sent. */
export function checkDeferred({ problems }: CoreProvider, deferred: unknown): void {
  if (deferred !== undefined)
    problems.error(
      "Provider deferred changes when Terraform did not allow deferrals",
      "The provider signaled a deferred action, but in this context deferrals are disabled.",
    );
}
