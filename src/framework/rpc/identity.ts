import type { ResourceIdentityData } from "../../wire";
import type { CtyType } from "../../wire/cty/type";
import { hasUnknown, isRecord, mapRecord, type Value, type ValueRecord } from "../../wire/cty/value";
import { TerraformError } from "../diagnostics";
import type { Identity, IdentityValues } from "../identity";
import type { AnyResource } from "../provider";
import { checkImportId, findDecomposed } from "../unicode";
import { decode, encode } from "./values";

export type AnyIdentity = Identity<ValueRecord>;

/** Encodes the identity of a state. Undefined if the type has none, or if the values name no object. */
export function encodeIdentity(
  { identity }: AnyResource,
  values: ValueRecord | null,
): ResourceIdentityData | undefined {
  const found = values && identity?.of(values);
  if (!identity || !found) return undefined;
  const whole = mapRecord(identity.attributes, (_, name) => (found[name] ?? null) as Value);
  return { identityData: encode(typeOfIdentity(identity), whole) };
}

/**
 * Encodes the identity of a plan. A create and a replacement have none before they are applied. Where an update makes a value unknown,
 * the identity keeps the prior one, because Terraform accepts no unknown identity of an existing instance.
 */
export function encodePlannedIdentity(
  resource: AnyResource,
  prior: ValueRecord | null,
  planned: ValueRecord,
): ResourceIdentityData | undefined {
  if (!prior) return undefined;
  const known = mapRecord(planned, (value, name) => (hasUnknown(value) ? (prior[name] ?? null) : value));
  return encodeIdentity(resource, known);
}

const types = new WeakMap<AnyIdentity, CtyType>();

/** Returns the cty type of an identity. */
export function typeOfIdentity(identity: AnyIdentity): CtyType {
  const known = types.get(identity);
  if (known) return known;
  const parts = Object.entries(identity.attributes).map(([name, { type }]) => [name, type.cty]);
  const type: CtyType = ["object", Object.fromEntries(parts)];
  types.set(identity, type);
  return type;
}

/** The target of an import: the id, and values that the identity has in addition. */
export interface ImportTarget {
  readonly id: string;
  readonly added: ValueRecord;
}

/**
 * Returns the target of an import by id or by identity.
 *
 * @throws TerraformError if it names no object
 */
export function importTargetOf(
  typeName: string,
  { identity }: AnyResource,
  request: { readonly id: string; readonly identity?: ResourceIdentityData | undefined },
): ImportTarget {
  const { id, identity: sent } = request;
  if (id !== "" || !sent) {
    checkImportId(typeName, id);
    return { id, added: {} };
  }
  if (!identity) {
    throw new TerraformError(
      `${typeName} cannot be imported by identity`,
      'This type has no resource identity. Import it by its "id".',
    );
  }
  const values = identityIn(typeName, identity, decode(typeOfIdentity(identity), sent.identityData));
  return { id: identity.importId(values), added: (identity.addedValues?.(values) ?? {}) as ValueRecord };
}

function identityIn(typeName: string, { attributes }: AnyIdentity, value: Value): IdentityValues {
  const refused = (detail: string) =>
    new TerraformError(`${typeName} cannot be imported by this identity`, detail);
  if (!isRecord(value) || hasUnknown(value))
    throw refused("Terraform sent an identity without known values.");
  const missing = Object.entries(attributes).flatMap(([name, { isOptional }]) =>
    isOptional || !isMissing(value[name]) ? [] : [name],
  );
  if (missing.length > 0) throw refused(`Set ${missing.join(", ")} in the identity of the import block.`);
  const decomposed = findDecomposed(value);
  if (decomposed !== undefined) checkImportId(typeName, decomposed);
  return value as IdentityValues;
}

function isMissing(value: Value | undefined): boolean {
  return (
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)
  );
}
