import type { ResourceIdentityData } from "../../../src/wire";
import { hasUnknown, type Value } from "../../../src/wire/cty/value";
import type { Problems } from "./diagnostics";
import { type CoreResource, dynamicValue, receivedValue } from "./provider";

/** Writes an identity for a request; nothing for null, because Terraform then leaves it out. */
export function identityData({ identity }: CoreResource, value: Value): ResourceIdentityData | undefined {
  return identity && value !== null ? { identityData: dynamicValue(identity.type, value) } : undefined;
}

/** Reads an identity of a response. Reports one that the type's schema does not have, or that is not known where it must be. */
export function receivedIdentity(
  problems: Problems,
  { name, identity }: CoreResource,
  data: ResourceIdentityData | undefined,
  { mayBeUnknown = false } = {},
): Value {
  if (!data?.identityData) return null;
  if (!identity) {
    problems.error("Plugin error", `unknown identity type "${name}"`);
    return null;
  }
  const value = receivedValue(identity.type, data.identityData);
  if (!mayBeUnknown && hasUnknown(value))
    problems.error(
      "Provider produced invalid identity",
      `Provider returned an identity with unknown values for ${name}.`,
    );
  return value;
}
