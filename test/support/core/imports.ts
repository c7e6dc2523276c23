import type { Value } from "../../../src/wire/cty/value";
import { identityData, receivedIdentity } from "./identity";
import { checkWriteOnly, type Instance } from "./instance";
import { type CoreProvider, type CoreResource, receivedValue } from "./provider";
import { checkDeferred, refreshed } from "./refresh";
import { plain, typed, type Written } from "./values";

/** The target of an `import` block. */
export type ImportTarget = { readonly id: string } | { readonly identity: Written };

/** Imports an instance and reads it, as the plan of an `import` block does. */
export async function imported(
  provider: CoreProvider,
  resource: CoreResource,
  target: ImportTarget,
): Promise<Instance> {
  const { calls, problems, clientCapabilities } = provider;
  const isIdentity = "identity" in target;
  const wanted = isIdentity ? wantedIdentity(provider, resource, target.identity) : null;
  const answer = await calls.unary("importResourceState", {
    typeName: resource.name,
    id: isIdentity ? "" : target.id,
    clientCapabilities,
    identity: identityData(resource, wanted),
  });
  checkDeferred(provider, answer.deferred);
  problems.add(answer.diagnostics);
  problems.check();
  const how = isIdentity ? `Identity ${JSON.stringify(plain(wanted))}` : `ID ${target.id}`;
  const attempt = `While attempting to import with ${how}, the provider returned`;
  const [first, ...others] = answer.importedResources;
  if (others.length > 0)
    problems.error("Multiple import states not supported", `${attempt} multiple resource instance states.`);
  if (!first) problems.error("Import returned no resources", `${attempt} no instance states.`);
  else if (first.typeName === "")
    problems.error("Plugin error", `import of ${resource.name} didn't set type`);
  problems.check();
  const value = receivedValue(resource.block.type, first?.state);
  const identity = receivedIdentity(problems, resource, first?.identity);
  if (isIdentity && identity === null)
    problems.error("Plugin error", `import of ${resource.name} didn't return an identity`);
  checkWriteOnly(problems, resource, value, "Import returned a non-null value for a write-only attribute");
  if (value === null)
    problems.error("Import returned null resource", `${attempt} an instance with no state.`);
  problems.check();
  const instance = await refreshed(provider, resource, {
    value,
    identity,
    private: first?.private ?? new Uint8Array(),
  });
  if (instance) return instance;
  problems.error(
    "Cannot import non-existent remote object",
    `While attempting to import an existing object to ${resource.name}, the provider detected that no object exists with the given id.`,
  );
  problems.check();
  throw new Error("unreachable");
}

function wantedIdentity(
  { problems }: CoreProvider,
  { name, identity }: CoreResource,
  written: Written,
): Value {
  if (!identity) {
    problems.error("Invalid expression value", `The resource type ${name} has no identity.`);
    problems.check();
    return null;
  }
  for (const attribute of identity.required)
    if (written[attribute] === undefined)
      problems.error(
        "Invalid expression value",
        `Required attribute "${attribute}" is missing in the identity of ${name}.`,
      );
  const known = identity.type[1] as Record<string, unknown>;
  for (const attribute of Object.keys(written))
    if (!(attribute in known))
      problems.error("Invalid expression value", `Identity attribute "${attribute}" is not expected here.`);
  problems.check();
  return typed(identity.type, written);
}
