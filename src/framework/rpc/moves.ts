import {
  type DynamicValue,
  type ProviderHandlers,
  parseJsonObject,
  type ResourceIdentityData,
} from "../../wire";
import type { ValueRecord } from "../../wire/cty/value";
import { TerraformError } from "../diagnostics";
import type { Move } from "../move";
import type { AnyResource } from "../provider";
import type { Session } from "../session";
import { firstState } from "../state";
import { respond } from "./diagnostics";
import { encodeIdentity } from "./identity";
import { encodeMovedPrivate, encodeStored, registerSecrets } from "./values";

/** The state of another provider's instance, and where it goes. */
interface Source {
  readonly provider: string;
  readonly type: string;
  readonly version: number;
  readonly target: string;
}

type MoveHandler = NonNullable<ProviderHandlers["moveResourceState"]>;

/** Moves an instance of another type, for a `moved` block. Private state and identity of the other provider are not used. */
export async function moveResourceState(
  session: Session,
  { sourceState, sourceSchemaVersion: version, ...request }: Parameters<MoveHandler>[0],
): ReturnType<MoveHandler> {
  const { sourceProviderAddress: provider, sourceTypeName: type, targetTypeName: target } = request;
  const none: {
    targetState?: DynamicValue;
    targetPrivate: Uint8Array;
    targetIdentity?: ResourceIdentityData;
  } = { targetPrivate: new Uint8Array() };
  return respond(session, `moving a ${type} to ${target}`, none, async (answer, { warn }) => {
    const resource = await session.resource(target);
    const move = moveFor(resource, { provider, type, version, target });
    const values = valuesOf(type, sourceState?.json);
    const { env = {} } = session.environment;
    const moved = move.convert({ values, schemaVersion: version }, { env, warn });
    const state = firstState(resource.schema, moved.values as ValueRecord);
    registerSecrets(session, resource.schema, state);
    answer.targetState = encodeStored(resource.schema, state);
    answer.targetPrivate = encodeMovedPrivate(moved.privateState, "unread");
    answer.targetIdentity = encodeIdentity(resource, state);
  });
}

/** Finds the move. The host of the other provider does not matter: mirrors have others. */
function moveFor(resource: AnyResource, source: Source): Move<ValueRecord> {
  const { moves = [] } = resource;
  const name = source.provider.toLowerCase().split("/").slice(-2).join("/");
  const known = moves.filter(({ provider, type }) => provider === name && type === source.type);
  const move = known.find(({ schemaVersions }) => schemaVersions.includes(source.version));
  if (move) return move;
  throw known.length > 0 ? versionError(resource, source, known) : typeError(resource, source);
}

/** @throws TerraformError if there is no JSON: Terraform 0.11 stored other text. It is not quoted, because it may contain a secret. */
function valuesOf(type: string, json: Uint8Array | undefined): Record<string, unknown> {
  try {
    return parseJsonObject(new TextDecoder().decode(json));
  } catch {
    throw new TerraformError(
      SUMMARY,
      `The state of this ${type} is not a JSON object. Run \`terraform apply -refresh-only\` with the other provider first.`,
    );
  }
}

const SUMMARY = "Unable to move resource state";

function versionError(
  resource: AnyResource,
  source: Source,
  known: readonly Move<ValueRecord>[],
): TerraformError {
  const versions = known.flatMap(({ schemaVersions }) => schemaVersions).join(", ");
  return new TerraformError(
    SUMMARY,
    `The state of this ${source.type} has schema version ${source.version}. Versions of ${source.provider} that can be moved: ${versions}. ${importWay(resource, source)}`,
  );
}

function typeError(resource: AnyResource, source: Source): TerraformError {
  const { moves = [] } = resource;
  const movable = [...new Set(moves.map(({ provider, type }) => `${type} of ${provider}`))].join(", ");
  return new TerraformError(
    SUMMARY,
    `${source.target} cannot use the state of ${source.type} from ${source.provider}. ` +
      `${movable === "" ? "" : `It can use that of ${movable}. `}${importWay(resource, source)}`,
  );
}

/** Explains how to get there without a move. */
function importWay(resource: AnyResource, { type, target }: Source): string {
  const { notImported, importIds: [{ form, example } = { form: "id", example: "…" }] = [] } = resource;
  const without =
    'Remove the "moved" block; to keep the remote object, use a "removed" block for the old address';
  if (!resource.import || notImported !== undefined)
    return `${without}. ${notImported ?? `${target} cannot be imported.`}`;
  return (
    `${without} and an "import" block for the new one:\n\n` +
    `removed {\n  from = ${type}.NAME\n  lifecycle {\n    destroy = false\n  }\n}\n\n` +
    `import {\n  to = ${target}.NAME\n  id = "${example}" # ${form}\n}`
  );
}
