import { decodeJsonText } from "../../../src/wire";
import { hasUnknown, type Value } from "../../../src/wire/cty/value";
import type { Problems } from "./diagnostics";
import { type CoreProvider, type CoreResource, receivedValue } from "./provider";
import { plain, stateText, writeOnlyPaths } from "./values";

/** An instance as a state file has it. */
export interface StoredInstance {
  readonly type: string;
  readonly schemaVersion: number;
  /** The attributes as JSON. */
  readonly attributes: string;
  readonly private: Uint8Array;
  readonly identity?: string;
  readonly identityVersion?: number;
  readonly isTainted?: boolean;
}

/** An instance in memory. */
export interface Instance {
  readonly value: Value;
  readonly private: Uint8Array;
  readonly identity: Value;
  readonly isTainted?: boolean;
}

/** Returns the attributes of a stored instance as plain data. */
export function attributesOf({ attributes }: StoredInstance): Record<string, unknown> {
  return JSON.parse(attributes);
}

/** Stores an instance in the form of a state file. */
export function stored({ name, version, identity }: CoreResource, instance: Instance): StoredInstance {
  return {
    type: name,
    schemaVersion: version,
    attributes: stateText(instance.value),
    private: instance.private,
    ...(instance.identity !== null && {
      identity: stateText(instance.identity),
      identityVersion: identity?.version ?? 0,
    }),
    ...(instance.isTainted && { isTainted: true }),
  };
}

/** Reads a stored instance with the provider's help: the upgrades of state and identity. */
export async function readStored(provider: CoreProvider, state: StoredInstance): Promise<Instance> {
  const { problems, calls } = provider;
  const resource = provider.resource(state.type);
  const newer = (version: number, current: number) => {
    if (version > current)
      problems.error(
        "Resource instance managed by newer provider version",
        `The current state of ${state.type} was created by a newer provider version than is currently selected.`,
      );
    problems.check();
  };
  newer(state.schemaVersion, resource.version);
  const upgraded = await calls.unary("upgradeResourceState", {
    typeName: state.type,
    version: state.schemaVersion,
    rawState: { json: Buffer.from(state.attributes), flatmap: {} },
  });
  problems.add(upgraded.diagnostics);
  problems.check();
  const value = receivedValue(resource.block.type, upgraded.upgradedState);
  if (hasUnknown(value))
    problems.error(
      "Invalid resource state upgrade",
      `${state.type}: The returned state contains unknown values.`,
    );
  checkWriteOnly(problems, resource, value, "Invalid resource state upgrade");
  let identity: Value = null;
  if (state.identity !== undefined && resource.identity) {
    const { version, type } = resource.identity;
    newer(state.identityVersion ?? 0, version);
    identity =
      state.identityVersion === version
        ? decodeJsonText(type, state.identity)
        : await upgradedIdentity(provider, resource, state);
  }
  problems.check();
  return { value, identity, private: state.private, isTainted: state.isTainted };
}

async function upgradedIdentity(
  { calls, problems }: CoreProvider,
  { identity }: CoreResource,
  state: StoredInstance,
) {
  const upgraded = await calls.unary("upgradeResourceIdentity", {
    typeName: state.type,
    version: state.identityVersion ?? 0,
    rawIdentity: { json: Buffer.from(state.identity ?? ""), flatmap: {} },
  });
  problems.add(upgraded.diagnostics);
  problems.check();
  const value = receivedValue(identity?.type ?? "dynamic", upgraded.upgradedIdentity?.identityData);
  if (hasUnknown(value))
    problems.error(
      "Invalid resource identity upgrade",
      `${state.type}: The returned state contains unknown values.`,
    );
  return value;
}

/** Adds Terraform's error about write-only arguments that a provider has answered with. */
export function checkWriteOnly(
  problems: Problems,
  { name, block }: CoreResource,
  value: Value,
  summary: string,
): void {
  for (const path of writeOnlyPaths(block, value))
    problems.error(
      summary,
      `The provider returned a value for the write-only attribute "${name}${path}". Write-only attributes cannot be read back from the provider.`,
    );
}

/** Shows an instance to a test. */
export function shown({ value, identity }: Instance) {
  return {
    values: plain(value) as Record<string, unknown>,
    identity: plain(identity) as Record<string, unknown> | null,
  };
}
