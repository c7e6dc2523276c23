import {
  decodeJson,
  encodeType,
  GetResourceIdentitySchemasResponse,
  type IdentityAttribute,
  type ProviderHandlers,
  parseJsonObject,
  type ResourceIdentityData,
  type ResourceIdentitySchema,
  WireError,
} from "../../wire";
import { mapRecord, type Value } from "../../wire/cty/value";
import { TerraformError } from "../diagnostics";
import { type AnyProvider, withAllTypes } from "../provider";
import { type Session, typeNameOf } from "../session";
import { respond } from "./diagnostics";
import { type AnyIdentity, typeOfIdentity } from "./identity";
import { encode } from "./values";

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
        answer.upgradedIdentity = { identityData: encode(typeOfIdentity(identity), stored) };
      });
    },
  } satisfies ProviderHandlers;
}

function upgraded(typeName: string, identity: AnyIdentity, version: number, json: string): Value {
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
    const values = version < current && upgrade ? upgrade(version, stored) : stored;
    return decodeJson(
      typeOfIdentity(identity),
      mapRecord(identity.attributes, (_, name) => values[name] ?? null),
    );
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw new TerraformError(
      "Identity that cannot be read",
      `The stored identity of this ${typeName} does not match its schema: ${error.message}. A refresh writes it again.`,
    );
  }
}
