import {
  encodeType,
  GetResourceIdentitySchemasResponse,
  type IdentityAttribute,
  parseJsonObject,
  type ProviderHandlers,
  type ResourceIdentityData,
  type ResourceIdentitySchema,
  WireError,
} from "../../wire";
import type { CtyType } from "../../wire/cty/type";
import { hasUnknown, isRecord, mapRecord, type Value, type ValueRecord } from "../../wire/cty/value";
import { TerraformError } from "../diagnostics";
import type { Identity, IdentityValues } from "../identity";
import { type AnyProvider, type AnyResource, withAllTypes } from "../provider";
import { type Session, typeNameOf } from "../session";
import { checkImportId, findDecomposed } from "../unicode";
import { respond } from "./diagnostics";
import { decode, encode } from "./values";

type AnyIdentity = Identity<ValueRecord>;

/** Encodes the answer to GetResourceIdentitySchemas of a provider that has all of its types. */
export function identitySchemaBytes(provider: AnyProvider): Uint8Array {
  return GetResourceIdentitySchemasResponse.encode(identitySchemasOf(provider)).finish();
}

function identitySchemasOf(provider: AnyProvider): GetResourceIdentitySchemasResponse {
  const schemas = provider.resources.flatMap((resource) =>
    resource.identity ? [[typeNameOf(provider, resource), encodeSchema(resource.identity)] as const] : [],
  );
  return { identitySchemas: Object.fromEntries(schemas), diagnostics: [] };
}

function encodeSchema({ version = 0, attributes }: AnyIdentity): ResourceIdentitySchema {
  const encoded = Object.entries(attributes).map(
    ([name, { type, description, isOptional = false }]): IdentityAttribute => ({
      name,
      type: encodeType(type.cty),
      description,
      requiredForImport: !isOptional,
      optionalForImport: isOptional,
    }),
  );
  return { version, identityAttributes: encoded };
}

/** Creates the handlers for the identities of all types. */
export function identityHandlers(session: Session) {
  return {
    getResourceIdentitySchemas: async () => identitySchemasOf(await withAllTypes(session.provider)),
    upgradeResourceIdentity: ({ typeName, version, rawIdentity }) => {
      const none: { upgradedIdentity?: ResourceIdentityData } = {};
      return respond(session, `reading the stored identity of a ${typeName}`, none, async (answer) => {
        const { identity } = await session.resource(typeName);
        if (!identity)
          throw new TerraformError("No resource identity", `${typeName} has no identity to upgrade.`);
        const stored = upgraded(typeName, identity, version, new TextDecoder().decode(rawIdentity?.json));
        answer.upgradedIdentity = encoded(identity, stored);
      });
    },
  } satisfies ProviderHandlers;
}

function upgraded(typeName: string, identity: AnyIdentity, version: number, json: string): ValueRecord {
  const { version: current = 0, upgrade } = identity;
  if (version > current || (version < current && !upgrade)) {
    throw new TerraformError(
      "Identity of another version",
      `The stored identity of this ${typeName} has version ${version}; this provider reads version ${current}. ` +
        "Use the provider version that wrote it, or a newer one.",
    );
  }
  try {
    const stored = parseJsonObject(json);
    return version < current && upgrade ? (upgrade(version, stored) as ValueRecord) : (stored as ValueRecord);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw new TerraformError(
      "Identity that cannot be read",
      `The stored identity of this ${typeName} is not a JSON object: ${error.message}. A refresh writes it again.`,
    );
  }
}

/** Encodes the identity of a state. Undefined if the type has none, or if the values name no object. */
export function identityOf(
  { identity }: AnyResource,
  values: ValueRecord | null,
): ResourceIdentityData | undefined {
  const found = values && identity?.of(values);
  return identity && found ? encoded(identity, found) : undefined;
}

/**
 * Encodes the identity of a plan. A create and a replacement have none before they are applied. Where an update makes a value unknown,
 * the identity keeps the prior one, because Terraform accepts no unknown identity of an existing instance.
 */
export function plannedIdentityOf(
  resource: AnyResource,
  prior: ValueRecord | null,
  planned: ValueRecord,
): ResourceIdentityData | undefined {
  if (!prior) return undefined;
  const known = mapRecord(planned, (value, name) => (hasUnknown(value) ? (prior[name] ?? null) : value));
  return identityOf(resource, known);
}

function encoded(identity: AnyIdentity, values: IdentityValues | ValueRecord): ResourceIdentityData {
  const whole = mapRecord(identity.attributes, (_, name) => (values[name] ?? null) as Value);
  return { identityData: encode(typeOf(identity), whole) };
}

const types = new WeakMap<AnyIdentity, CtyType>();

function typeOf(identity: AnyIdentity): CtyType {
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
  const values = identityIn(typeName, identity, decode(typeOf(identity), sent.identityData));
  return { id: identity.importId(values), added: (identity.addedValues?.(values) ?? {}) as ValueRecord };
}

function identityIn(typeName: string, { attributes }: AnyIdentity, value: Value): IdentityValues {
  const refused = (detail: string) =>
    new TerraformError(`${typeName} cannot be imported by this identity`, detail);
  if (!isRecord(value) || hasUnknown(value)) throw refused("Terraform sent an identity without known values.");
  const missing = Object.entries(attributes).flatMap(([name, { isOptional }]) =>
    isOptional || !isMissing(value[name]) ? [] : [name],
  );
  if (missing.length > 0) throw refused(`Set ${missing.join(", ")} in the identity of the import block.`);
  const decomposed = findDecomposed(value);
  if (decomposed !== undefined) checkImportId(typeName, decomposed);
  return value as IdentityValues;
}

function isMissing(value: Value | undefined): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
