import { invokedAction, plannedAction, validateAction } from "./action";
import { applied } from "./apply";
import type { Problem } from "./diagnostics";
import { type ImportTarget, imported } from "./imports";
import { readStored, type StoredInstance, stored } from "./instance";
import { type MoveSource, moved } from "./move";
import { type Change, plannedChange, plannedDestroy, validateResource } from "./plan";
import type { CoreProvider, CoreResource } from "./provider";
import { listed, type QueryOptions, validateList } from "./query";
import { refreshed } from "./refresh";
import {
  type CoreApplied,
  CoreApplyError,
  type CorePlan,
  type PlanOptions,
  planResult,
  type QueryResult,
  queryResult,
} from "./results";
import { CoreSession } from "./session";
import { planTriggers, triggerHooks } from "./trigger";
import { configured, type Written } from "./values";
import { BEHAVIOURS } from "./versions";

/** The change of an instance that is gone already. */
const NO_CHANGE: Change = {
  action: "no-op",
  before: null,
  after: null,
  private: new Uint8Array(),
  identity: null,
  replacedBy: [],
};

/**
 * A Terraform of one version, in so far as a provider can see it: it starts the provider for each walk, calls what that version calls in
 * its order, and judges the answers as strictly. A method rejects with a CoreError where the command would fail.
 */
export class Core extends CoreSession {
  /** Validates a configuration, as `terraform validate`. */
  async validate(type: string, written: Written): Promise<void> {
    await this.validated((provider) => validateResource(provider, type, written));
  }

  /** Plans one instance, with a validation and a refresh before. */
  async plan(
    type: string,
    written: Written,
    before: StoredInstance | null = null,
    options: PlanOptions = {},
  ): Promise<CorePlan> {
    const schemas = await this.validated((provider) => validateResource(provider, type, written));
    const run = async (provider: CoreProvider) => {
      const resource = provider.resource(type);
      const current = options.import
        ? await imported(provider, resource, options.import)
        : await currentState(provider, resource, before, options.refresh);
      const config = configured(resource.block, written);
      const change = await plannedChange(provider, resource, config, current, options);
      const { triggers = [] } = options;
      await planTriggers(provider, triggers, change.action, change.after);
      const state = current && stored(resource, current);
      return { ...planResult(provider, resource, change, written, state), triggers };
    };
    return this.configured(run, { schemas });
  }

  /** Plans the destruction of an instance that is removed from the configuration, after a refresh. */
  planDestroy(state: StoredInstance): Promise<CorePlan> {
    return this.configured(async (provider) => {
      const resource = provider.resource(state.type);
      const before = await currentState(provider, resource, state);
      const change = before ? await plannedDestroy(provider, resource, before) : NO_CHANGE;
      return planResult(provider, resource, change, {}, before && stored(resource, before));
    });
  }

  /** Plans, and throws unless nothing would change. */
  async emptyPlan(
    type: string,
    written: Written,
    state: StoredInstance | null,
    options?: PlanOptions,
  ): Promise<CorePlan> {
    const plan = await this.plan(type, written, state, options);
    if (plan.action === "no-op") return plan;
    const { action, refreshed: was, after } = plan;
    const unknown = (_: string, value: unknown) => (typeof value === "symbol" ? "(unknown)" : value);
    throw new Error(
      `Expected an empty plan, got ${action} from ${was?.attributes} to ${JSON.stringify(after, unknown)}`,
    );
  }

  /**
   * Applies a plan.
   * @throws CoreApplyError with the stored state, if the provider fails
   */
  apply({ type, change, written, triggers = [] }: CorePlan): Promise<CoreApplied> {
    const run = async (provider: CoreProvider) => {
      const resource = provider.resource(type);
      const { problems } = provider;
      const config = configured(resource.block, written);
      const hooks = triggerHooks(provider, triggers);
      const { instance, deposed } = await applied(provider, resource, config, change, hooks);
      const result: CoreApplied = {
        state: instance && stored(resource, instance),
        ...(deposed && { deposed: stored(resource, deposed) }),
        warnings: problems.warnings,
      };
      if (problems.hasErrors) throw new CoreApplyError(problems.all, result);
      return result;
    };
    return this.configured(run, { isApply: true });
  }

  /** Plans and applies a new instance, or an edit. */
  async change(type: string, written: Written, state: StoredInstance | null = null): Promise<StoredInstance> {
    const { state: result } = await this.apply(await this.plan(type, written, state));
    if (result) return result;
    throw new Error(`no ${type} was stored`);
  }

  async destroy(state: StoredInstance): Promise<void> {
    await this.apply(await this.planDestroy(state));
  }

  /** Refreshes an instance. Null: it is gone. */
  refresh(state: StoredInstance): Promise<StoredInstance | null> {
    return this.configured(async (provider) => {
      const resource = provider.resource(state.type);
      const read = await currentState(provider, resource, state);
      return read && stored(resource, read);
    });
  }

  /** Imports without a configuration, as `terraform import` does. */
  import(type: string, target: ImportTarget): Promise<StoredInstance> {
    return this.configured(async (provider) => {
      const resource = provider.resource(type);
      return stored(resource, await imported(provider, resource, target));
    });
  }

  /** Moves an instance of another provider to a type of this one. The result is planned like any other state. */
  async move(type: string, source: MoveSource): Promise<StoredInstance> {
    const schemas = await this.validated(async () => undefined);
    // The move is the first call of its process, which is never configured.
    const run = async (provider: CoreProvider) => {
      const resource = provider.resource(type);
      return stored(resource, await moved(provider, resource, source));
    };
    return this.walk(run, { schemas });
  }

  /** Lists objects, as `terraform query` does. */
  async query(type: string, options: QueryOptions = {}): Promise<QueryResult> {
    this.#requireQueries();
    const schemas = await this.validated((provider) => validateList(provider, type, options));
    const run = async (provider: CoreProvider) =>
      queryResult(provider, await listed(provider, type, options));
    return this.configured(run, { schemas });
  }

  /** Validates and plans an action, whose configuration may be unknown. Returns the warnings. */
  async planAction(type: string, written: Written): Promise<readonly Problem[]> {
    const { warnings } = await this.#plannedAction(type, written);
    return warnings;
  }

  /** Validates, plans and runs an action, as `terraform apply -invoke` does. Returns the warnings. */
  async invoke(
    type: string,
    written: Written,
    onProgress?: (message: string) => unknown,
  ): Promise<readonly Problem[]> {
    const { warnings, schemas } = await this.#plannedAction(type, written);
    const run = async (provider: CoreProvider) => {
      await invokedAction(provider, type, written, onProgress);
      return [...warnings, ...provider.warnings];
    };
    return this.configured(run, { isApply: true, schemas });
  }

  async #plannedAction(type: string, written: Written) {
    this.#requireQueries();
    const schemas = await this.validated((provider) => validateAction(provider, type, written));
    const run = async (provider: CoreProvider) => {
      await plannedAction(provider, type, written);
      return { warnings: provider.warnings, schemas };
    };
    return this.configured(run, { schemas });
  }

  #requireQueries(): void {
    const { version } = this.options;
    if (!BEHAVIOURS[version].hasQueries)
      throw new Error(`Terraform ${version} has neither lists nor actions`);
  }
}

async function currentState(
  provider: CoreProvider,
  resource: CoreResource,
  state: StoredInstance | null,
  refresh = true,
) {
  if (!state) return null;
  const before = await readStored(provider, state);
  return refresh ? refreshed(provider, resource, before) : before;
}
