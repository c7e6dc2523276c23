import { ADDRESS } from "../../../src/provider/address";
import type { Value } from "../../../src/wire/cty/value";
import type { ReattachEntry } from "../../../src/wire/process/reattach";
import { BUILT } from "../built";
import { invokedAction, plannedAction, validateAction } from "./action";
import { type ApplyHooks, applied } from "./apply";
import { CoreError, type Problem } from "./diagnostics";
import { type ImportTarget, imported } from "./imports";
import { readStored, type StoredInstance, stored } from "./instance";
import { type MoveSource, moved } from "./move";
import { type Change, type PlanMode, plannedChange, plannedDestroy } from "./plan";
import { attachPlugin, launchPlugin, type Plugin } from "./process";
import { CoreProvider, type CoreResource, dynamicValue } from "./provider";
import { type FoundObject, listed, type QueryOptions, validateList } from "./query";
import type { RecordedCall } from "./recording";
import { refreshed } from "./refresh";
import { configured, plain, type Written } from "./values";
import { BEHAVIOURS, type CoreVersion } from "./versions";

export interface CoreOptions {
  readonly version: CoreVersion;
  /** The provider's environment. With TF_REATTACH_PROVIDERS, the provider is the one that a test serves. */
  readonly env: NodeJS.ProcessEnv;
  /** The arguments of the provider block. @default none */
  readonly settings?: Written;
  /** The provider's file. @default the shipped file of the last build */
  readonly command?: string;
}

/** One object of a query, as plain data. */
export interface QueryObject {
  readonly displayName: string;
  readonly identity: Record<string, unknown>;
  /** Null unless the query includes resources. */
  readonly values: Record<string, unknown> | null;
  /** The generated configuration, as a test writes one. */
  readonly generated?: Written;
}

export interface QueryResult {
  readonly objects: readonly QueryObject[];
  readonly warnings: readonly Problem[];
}

/** The result of a plan, as a saved plan file has it. */
export interface CorePlan {
  readonly type: string;
  readonly action: Change["action"];
  /** The planned values as plain data. */
  readonly after: Record<string, unknown> | null;
  readonly replacedBy: readonly string[];
  /** The planned identity; null if there is none. */
  readonly identity: Record<string, unknown> | null;
  readonly warnings: readonly Problem[];
  /** The state after the refresh or the import; null if there is none. */
  readonly refreshed: StoredInstance | null;
  readonly change: Change;
  readonly written: Written;
}

export interface CoreApplied {
  /** The stored instance; null after a destroy. */
  readonly state: StoredInstance | null;
  readonly deposed?: StoredInstance;
  readonly warnings: readonly Problem[];
}

export interface PlanOptions extends PlanMode {
  /** The target of an import, in place of a state. */
  readonly import?: ImportTarget;
  /** @default true */
  readonly refresh?: boolean;
}

/** The change of an instance that is gone already. */
const NO_CHANGE: Change = {
  action: "no-op",
  before: null,
  after: null,
  private: new Uint8Array(),
  identity: null,
  replacedBy: [],
};

/** Raised when an apply fails, with the state that Terraform stores nevertheless. */
export class CoreApplyError extends CoreError {
  constructor(
    problems: readonly Problem[],
    readonly outcome: CoreApplied,
  ) {
    super(problems);
  }
}

/**
 * A Terraform of one version, in so far as a provider can see it: it starts the provider for each command, calls what that version calls in
 * its order, and judges the answers as strictly. A method throws {@link CoreError} where the command would fail.
 */
export class Core {
  /** All calls so far. */
  readonly recorded: RecordedCall[] = [];
  #running: CoreProvider | undefined;

  constructor(private readonly options: CoreOptions) {}

  /** Validates configurations, as `terraform validate`. */
  validate(type: string, written: Written): Promise<readonly Problem[]> {
    return this.command(async (provider) => {
      await this.#validated(provider, type, written);
      return provider.warnings;
    });
  }

  /** Plans one instance, with a validation and a refresh before. */
  async plan(
    type: string,
    written: Written,
    state: StoredInstance | null = null,
    options: PlanOptions = {},
  ): Promise<CorePlan> {
    await this.validate(type, written);
    return this.command(async (provider) => {
      await provider.configure(this.#settings);
      const resource = provider.resource(type);
      const current = options.import
        ? await imported(provider, resource, options.import)
        : await this.#current(provider, resource, state, options.refresh);
      const change = await plannedChange(
        provider,
        resource,
        configured(resource.block, written),
        current,
        options,
      );
      return this.#plan(provider, resource, change, written, current && stored(resource, current));
    });
  }

  /** Plans the destruction of an instance that is removed from the configuration, after a refresh. */
  planDestroy(state: StoredInstance): Promise<CorePlan> {
    return this.command(async (provider) => {
      await provider.configure(this.#settings);
      const resource = provider.resource(state.type);
      const before = await this.#current(provider, resource, state);
      const change = before ? await plannedDestroy(provider, resource, before) : NO_CHANGE;
      return this.#plan(provider, resource, change, {}, before && stored(resource, before));
    });
  }

  /** Plans, and throws unless nothing would change. */
  async emptyPlan(
    type: string,
    written: Written,
    state: StoredInstance,
    options?: PlanOptions,
  ): Promise<CorePlan> {
    const plan = await this.plan(type, written, state, options);
    if (plan.action === "no-op") return plan;
    throw new Error(
      `Expected an empty plan, got ${plan.action}: ${JSON.stringify(plan.after, (_, value) => (typeof value === "symbol" ? "(unknown)" : value))}`,
    );
  }

  /**
   * Applies a plan.
   * @throws CoreApplyError with the stored state, if the provider fails
   */
  apply({ type, change, written }: CorePlan, hooks?: ApplyHooks): Promise<CoreApplied> {
    return this.command(async (provider) => {
      await provider.configure(this.#settings);
      const resource = provider.resource(type);
      const config = configured(resource.block, written);
      const { problems } = provider;
      // The state is read from its file again, without a refresh.
      const before = change.before && (await readStored(provider, stored(resource, change.before)));
      const { instance, deposed } = await applied(provider, resource, config, { ...change, before }, hooks);
      const result: CoreApplied = {
        state: instance && stored(resource, instance),
        ...(deposed && { deposed: stored(resource, deposed) }),
        warnings: problems.warnings,
      };
      if (problems.hasErrors) throw new CoreApplyError(problems.all, result);
      return result;
    });
  }

  /** Plans and applies. */
  async create(type: string, written: Written): Promise<StoredInstance> {
    return required((await this.apply(await this.plan(type, written))).state);
  }

  /** Plans and applies an edit. */
  async update(type: string, written: Written, state: StoredInstance): Promise<StoredInstance> {
    return required((await this.apply(await this.plan(type, written, state))).state);
  }

  async destroy(state: StoredInstance): Promise<void> {
    await this.apply(await this.planDestroy(state));
  }

  /** Refreshes an instance. Null: it is gone. */
  refresh(state: StoredInstance): Promise<StoredInstance | null> {
    return this.command(async (provider) => {
      await provider.configure(this.#settings);
      const resource = provider.resource(state.type);
      const read = await refreshed(provider, resource, await readStored(provider, state));
      return read && stored(resource, read);
    });
  }

  /** Imports without a configuration, as `terraform import` does. */
  import(type: string, target: ImportTarget): Promise<StoredInstance> {
    return this.command(async (provider) => {
      await provider.configure(this.#settings);
      const resource = provider.resource(type);
      return stored(resource, await imported(provider, resource, target));
    });
  }

  /** Lists objects, as `terraform query` does. */
  async query(type: string, options: QueryOptions = {}): Promise<QueryResult> {
    this.#requireQueries();
    await this.command(async (provider) => {
      await this.#validatedProvider(provider);
      await validateList(provider, type, options);
    });
    return this.command(async (provider) => {
      await provider.configure(this.#settings);
      const found = await listed(provider, type, options);
      return { objects: found.map(shownObject), warnings: provider.warnings };
    });
  }

  /** Validates, plans and runs an action, as `terraform apply -invoke` does. */
  async invoke(
    type: string,
    written: Written,
    onProgress?: (message: string) => unknown,
  ): Promise<readonly Problem[]> {
    const planned = await this.planAction(type, written);
    const applied = await this.command(async (provider) => {
      await provider.configure(this.#settings);
      await invokedAction(provider, type, written, onProgress);
      return provider.warnings;
    });
    return [...planned, ...applied];
  }

  /** Validates and plans an action, whose configuration may be unknown. Returns the warnings. */
  async planAction(type: string, written: Written): Promise<readonly Problem[]> {
    this.#requireQueries();
    await this.command(async (provider) => {
      await this.#validatedProvider(provider);
      await validateAction(provider, type, written);
    });
    return this.command(async (provider) => {
      await provider.configure(this.#settings);
      await plannedAction(provider, type, written);
      return provider.warnings;
    });
  }

  /** Moves an instance of another provider to a type of this one. The result is planned like any other state. */
  move(type: string, source: MoveSource): Promise<StoredInstance> {
    return this.command(async (provider) => {
      const resource = provider.resource(type);
      return stored(resource, await moved(provider, resource, source));
    });
  }

  /** Asks the running provider to stop, as Ctrl-C does. */
  async interrupt(): Promise<void> {
    const { error } = (await this.#running?.calls.unary("stopProvider")) ?? { error: "" };
    if (error !== "") throw new Error(error);
  }

  /** Ends the connection to the running provider in the middle of its calls, as a Terraform that is killed. */
  kill(): void {
    this.#running?.plugin.abandon();
  }

  /** Starts a provider for one walk, and ends it. */
  async command<T>(walk: (provider: CoreProvider) => Promise<T>): Promise<T> {
    const plugin = await this.#start();
    try {
      const provider = await CoreProvider.open(plugin, BEHAVIOURS[this.options.version]);
      this.#running = provider;
      try {
        return await walk(provider);
      } finally {
        this.recorded.push(...provider.calls.recorded);
        this.#running = undefined;
      }
    } finally {
      await plugin.close();
    }
  }

  get #settings(): Written {
    return this.options.settings ?? {};
  }

  #start(): Promise<Plugin> | Plugin {
    const { env, command = BUILT } = this.options;
    if (env.TF_REATTACH_PROVIDERS === undefined) return launchPlugin(command, env);
    const entries: Record<string, ReattachEntry> = JSON.parse(env.TF_REATTACH_PROVIDERS);
    const entry = entries[ADDRESS] ?? Object.values(entries)[0];
    if (!entry) throw new Error("TF_REATTACH_PROVIDERS names no provider");
    return attachPlugin(entry);
  }

  async #validated(provider: CoreProvider, type: string, written: Written): Promise<void> {
    await this.#validatedProvider(provider);
    const { calls, problems, clientCapabilities } = provider;
    const { block } = provider.resource(type);
    const config = configured(block, written);
    const { diagnostics } = await calls.unary("validateResourceConfig", {
      typeName: type,
      config: dynamicValue(block.type, config),
      clientCapabilities,
    });
    problems.add(diagnostics);
    problems.check();
  }

  /** Terraform validates no provider block that is empty. */
  async #validatedProvider(provider: CoreProvider): Promise<void> {
    if (Object.keys(this.#settings).length > 0) await provider.validate(this.#settings);
  }

  #requireQueries(): void {
    const { version } = this.options;
    if (!BEHAVIOURS[version].hasQueries)
      throw new Error(`Terraform ${version} has neither lists nor actions`);
  }

  async #current(
    provider: CoreProvider,
    resource: CoreResource,
    state: StoredInstance | null,
    refresh = true,
  ) {
    if (!state) return null;
    const before = await readStored(provider, state);
    return refresh ? refreshed(provider, resource, before) : before;
  }

  #plan(
    { warnings }: CoreProvider,
    { name }: CoreResource,
    change: Change,
    written: Written,
    state: StoredInstance | null,
  ): CorePlan {
    const { action, replacedBy } = change;
    const shown = (value: Value) => plain(value) as Record<string, unknown> | null;
    return {
      type: name,
      action,
      replacedBy,
      after: shown(change.after),
      identity: shown(change.identity),
      warnings,
      refreshed: state,
      change,
      written,
    };
  }
}

function shownObject({ displayName, identity, state, generated }: FoundObject): QueryObject {
  return {
    displayName,
    identity: plain(identity) as Record<string, unknown>,
    values: plain(state) as Record<string, unknown> | null,
    ...(generated !== undefined && { generated: plain(generated) as Written }),
  };
}

function required<T>(value: T | null): T {
  if (value === null) throw new Error("nothing was stored");
  return value;
}
