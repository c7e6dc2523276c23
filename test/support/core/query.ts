import { hasUnknown, type Value } from "../../../src/wire/cty/value";
import { CoreError } from "./diagnostics";
import { generatedConfig } from "./generated";
import { receivedIdentity } from "./identity";
import { type CoreProvider, dynamicValue, receivedValue } from "./provider";
import { configured, type Written } from "./values";

/** The arguments of a `list` block. */
export interface QueryOptions {
  /** The arguments of its `config` block. @default none */
  readonly config?: Written;
  /** @default 100 */
  readonly limit?: number;
  readonly includeResource?: boolean;
  /** True for `-generate-config-out`, which includes resources. */
  readonly generateConfig?: boolean;
  /** Called with each object when it has been received. */
  readonly onObject?: (displayName: string) => unknown;
}

/** One object of a list. */
export interface FoundObject {
  readonly displayName: string;
  readonly identity: Value;
  /** The whole resource; null unless the list includes resources. */
  readonly state: Value;
  readonly generated?: Value;
}

/** Validates the arguments of a list, as the walk of `validate` does. */
export async function validateList(
  provider: CoreProvider,
  type: string,
  { config = {} }: QueryOptions,
): Promise<void> {
  const block = listBlock(provider, type);
  const { diagnostics } = await provider.calls.unary("validateListResourceConfig", {
    typeName: type,
    config: dynamicValue(block.type, configured(block, config)),
  });
  provider.problems.add(diagnostics);
  provider.problems.check();
}

/** Lists objects, up to the limit, and generates their configuration. An error anywhere drops the whole list, as in Terraform. */
export async function listed(
  provider: CoreProvider,
  type: string,
  options: QueryOptions,
): Promise<FoundObject[]> {
  await validateList(provider, type, options);
  const { problems } = provider;
  const resource = provider.resource(type);
  if (!resource.identity) {
    problems.error("Plugin error", `Identity schema not found for resource type ${type}`);
    problems.check();
  }
  const found = await received(provider, type, options);
  if (!options.generateConfig) return found;
  const complete: FoundObject[] = [];
  for (const object of found)
    complete.push({ ...object, generated: await generatedConfig(provider, resource, object.state) });
  return complete;
}

async function received(provider: CoreProvider, type: string, options: QueryOptions): Promise<FoundObject[]> {
  const { calls, problems } = provider;
  const resource = provider.resource(type);
  const block = listBlock(provider, type);
  const { limit = 100, generateConfig = false, includeResource: asked = false } = options;
  const includeResourceObject = asked || generateConfig;
  const events = calls.stream("listResource", {
    typeName: type,
    config: dynamicValue(block.type, configured(block, options.config ?? {})),
    includeResourceObject,
    limit,
  });
  const found: FoundObject[] = [];
  try {
    for await (const event of events) {
      problems.add(event.diagnostic);
      problems.check();
      if (!event.identity?.identityData && problems.warnings.length > 0) continue;
      const identity = receivedIdentity(problems, resource, event.identity);
      if (identity === null)
        problems.error("Plugin error", `missing identity data in ListResource event for ${type}`);
      const state = includeResourceObject ? receivedValue(resource.block.type, event.resourceObject) : null;
      if (hasUnknown(state)) problems.error("Plugin error", `the listed ${type} contains unknown values`);
      problems.check();
      found.push({ displayName: event.displayName, identity, state });
      await options.onObject?.(event.displayName);
      if (found.length >= limit) break;
    }
  } catch (error) {
    if (!(error instanceof CoreError)) problems.error("Plugin error", String(error));
  }
  problems.check();
  return found;
}

function listBlock({ schema }: CoreProvider, type: string) {
  const block = schema.lists[type];
  if (!block)
    throw new Error(`Invalid list resource: The provider does not support list resource "${type}".`);
  return block;
}
