import { hasUnknown } from "../../../src/wire/cty/value";
import { receivedIdentity } from "./identity";
import { checkWriteOnly, type Instance } from "./instance";
import { type CoreProvider, type CoreResource, receivedValue } from "./provider";

/** An instance of another provider, as the state file has it. */
export interface MoveSource {
  /** The provider's whole address, such as "registry.terraform.io/example/notes". */
  readonly provider: string;
  readonly type: string;
  readonly schemaVersion: number;
  /** The attributes; a text is sent as it is. */
  readonly attributes: Readonly<Record<string, unknown>> | string;
  readonly private?: Uint8Array;
  /** The identity as JSON. */
  readonly identity?: string;
}

/** Moves an instance of another provider to a type of this one, which is not configured then. */
export async function moved(
  provider: CoreProvider,
  resource: CoreResource,
  source: MoveSource,
): Promise<Instance> {
  const { calls, problems, schema } = provider;
  const invalid = "Provider returned invalid value";
  if (!schema.movesState)
    problems.error(
      "Unsupported `moved` across resource types",
      "The provider does not support moved operations across resource types and providers.",
    );
  problems.check();
  const { attributes, identity } = source;
  const json = Buffer.from(typeof attributes === "string" ? attributes : JSON.stringify(attributes));
  const answer = await calls.unary("moveResourceState", {
    sourceProviderAddress: source.provider,
    sourceTypeName: source.type,
    sourceSchemaVersion: source.schemaVersion,
    sourceState: { json, flatmap: {} },
    sourcePrivate: source.private ?? new Uint8Array(),
    sourceIdentity: identity === undefined ? undefined : { json: Buffer.from(identity), flatmap: {} },
    targetTypeName: resource.name,
  });
  problems.add(answer.diagnostics);
  problems.check();
  const value = receivedValue(resource.block.type, answer.targetState);
  checkWriteOnly(problems, resource, value, invalid);
  const target = receivedIdentity(problems, resource, answer.targetIdentity);
  if (value === null || hasUnknown(value))
    problems.error(
      invalid,
      `The provider returned an invalid value during an across type move operation to ${resource.name}.`,
    );
  problems.check();
  return { value, private: answer.targetPrivate, identity: target };
}
