import type { ResourceIdentityData } from "../../wire";
import type { CtyType } from "../../wire/cty/type";
import { mapRecord, type ValueRecord } from "../../wire/cty/value";
import type { Identity } from "../identity";
import type { AnyResource } from "../provider";
import { encode } from "./values";

/** Encodes the identity of an instance. Undefined if the type has none, or if the values name no object. */
export function encodeIdentity(
  { identity }: AnyResource,
  values: ValueRecord,
): ResourceIdentityData | undefined {
  const named = identity?.of(values);
  if (!identity || !named) return undefined;
  const whole = mapRecord(identity.attributes, (_, name) => named[name] ?? null);
  return { identityData: encode(typeOfIdentity(identity), whole as ValueRecord) };
}

/** Returns the cty type of an identity. */
export function typeOfIdentity({ attributes }: Identity<ValueRecord>): CtyType {
  return [
    "object",
    Object.fromEntries(Object.entries(attributes).map(([name, { type }]) => [name, type.cty])),
  ];
}
