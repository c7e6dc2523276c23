import {
  type ClientCapabilities,
  type DynamicValue,
  decodeJsonText,
  decodeValue,
  encodeValue,
  GetResourceIdentitySchemasResponse,
  type Schema,
} from "../../../src/wire";
import type { CtyType } from "../../../src/wire/cty/type";
import type { Value } from "../../../src/wire/cty/value";
import { Calls } from "./calls";
import { type Problem, Problems } from "./diagnostics";
import type { Plugin } from "./process";
import { blockOf, type CoreBlock, type CoreIdentity, identityOf } from "./schema";
import { configured, type Written } from "./values";
import type { Behaviour } from "./versions";

/** One resource type of the provider. */
export interface CoreResource {
  readonly name: string;
  readonly version: number;
  readonly block: CoreBlock;
  readonly identity: CoreIdentity | undefined;
}

/** One run of a walk: the provider's process, its schemas, and the messages so far. */
export class CoreProvider {
  readonly problems = new Problems();

  private constructor(
    readonly plugin: Plugin,
    readonly calls: Calls,
    readonly behaviour: Behaviour,
    private readonly schemas: CoreSchemas,
    private readonly walk: Walk,
  ) {}

  /** Asks a provider for its schemas, unless an earlier walk of the command has them and the provider does not need to be asked. */
  static async open(plugin: Plugin, behaviour: Behaviour, walk: Walk = {}): Promise<CoreProvider> {
    const calls = new Calls(plugin.client);
    const { schemas } = walk;
    if (schemas?.isOptional) return new CoreProvider(plugin, calls, behaviour, schemas, walk);
    const problems = new Problems();
    const schema = await calls.unary("getProviderSchema");
    problems.add(schema.diagnostics);
    problems.check();
    const identities = await calls.unary("getResourceIdentitySchemas").catch((error: { code?: number }) => {
      // An older provider does not know the call.
      if (error.code === UNIMPLEMENTED) return GetResourceIdentitySchemasResponse.decode(new Uint8Array());
      throw error;
    });
    problems.add(identities.diagnostics);
    problems.check();
    const blocks = (all: { [name: string]: Schema }) =>
      Object.fromEntries(Object.entries(all).map(([name, one]) => [name, wholeBlock(one)]));
    const resources = Object.entries(schema.resourceSchemas).map(([name, one]) => {
      const identity = identities.identitySchemas[name];
      const type: CoreResource = {
        name,
        version: one.version,
        block: wholeBlock(one),
        identity: identity && identityOf(identity),
      };
      return [name, type] as const;
    });
    const actions = Object.entries(schema.actionSchemas).map(([name, one]) => [name, wholeBlock(one.schema)]);
    const asked: CoreSchemas = {
      provider: wholeBlock(schema.provider),
      resources: Object.fromEntries(resources),
      lists: blocks(schema.listResourceSchemas),
      actions: Object.fromEntries(actions),
      movesState: schema.serverCapabilities?.moveResourceState ?? false,
      plansDestroy: schema.serverCapabilities?.planDestroy ?? false,
      generatesConfig: behaviour.hasQueries && (schema.serverCapabilities?.generateResourceConfig ?? false),
      isOptional: schema.serverCapabilities?.getProviderSchemaOptional ?? false,
    };
    return new CoreProvider(plugin, calls, behaviour, asked, walk);
  }

  get schema(): CoreSchemas {
    return this.schemas;
  }

  /** The capabilities of this Terraform, as most requests have them. */
  get clientCapabilities(): ClientCapabilities {
    return { ...this.behaviour.capabilities, deferralAllowed: this.walk.isApply ?? false };
  }

  get warnings(): readonly Problem[] {
    return this.problems.warnings;
  }

  resource(name: string): CoreResource {
    const found = this.schemas.resources[name];
    if (!found)
      throw new Error(`Invalid resource type: The provider does not support resource type "${name}".`);
    return found;
  }

  /** Validates the provider's configuration, as the walk of `validate` does. */
  async validate(written: Written): Promise<void> {
    const { provider } = this.schemas;
    const config = dynamicValue(provider.type, configured(provider, written));
    const { diagnostics } = await this.calls.unary("validateProviderConfig", { config });
    this.problems.add(diagnostics);
    this.problems.check();
  }

  /** Validates and configures the provider, as every other walk does. */
  async configure(written: Written): Promise<void> {
    await this.validate(written);
    const { provider } = this.schemas;
    const { diagnostics } = await this.calls.unary("configureProvider", {
      terraformVersion: this.behaviour.release,
      config: dynamicValue(provider.type, configured(provider, written)),
      clientCapabilities: this.clientCapabilities,
    });
    this.problems.add(diagnostics);
    this.problems.check();
  }
}

/** One walk of a command. */
export interface Walk {
  /** The schemas that an earlier walk of the same command has asked for. */
  readonly schemas?: CoreSchemas;
  /** True for an apply. Terraform then says that it allows deferrals, and fails if there is one after all. */
  readonly isApply?: boolean;
}

/** The schemas of a provider. */
export interface CoreSchemas {
  readonly provider: CoreBlock;
  readonly resources: Readonly<Record<string, CoreResource>>;
  readonly lists: Readonly<Record<string, CoreBlock>>;
  readonly actions: Readonly<Record<string, CoreBlock>>;
  readonly movesState: boolean;
  readonly plansDestroy: boolean;
  readonly generatesConfig: boolean;
  /** True if Terraform need not ask every process for them. */
  readonly isOptional: boolean;
}

const UNIMPLEMENTED = 12;

/** Writes a value as Terraform sends it. */
export function dynamicValue(type: CtyType, value: Value): DynamicValue {
  return { msgpack: encodeValue(type, value), json: new Uint8Array() };
}

/** Reads a provider's value in either encoding. No value is null. */
export function receivedValue(type: CtyType, bytes: DynamicValue | undefined): Value {
  if (bytes && bytes.msgpack.length > 0) return decodeValue(type, bytes.msgpack);
  return bytes && bytes.json.length > 0
    ? decodeJsonText(type, Buffer.from(bytes.json).toString("utf8"))
    : null;
}

function wholeBlock(schema: Schema | undefined): CoreBlock {
  if (!schema?.block) throw new Error("missing provider schema");
  return blockOf(schema.block);
}
