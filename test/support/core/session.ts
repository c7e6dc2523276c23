import { ADDRESS } from "../../../src/provider/address";
import type { ReattachEntry } from "../../../src/wire/process/reattach";
import { BUILT } from "../built";
import { attachPlugin, launchPlugin, type Plugin } from "./process";
import { CoreProvider, type CoreSchemas, type Walk } from "./provider";
import type { RecordedCall } from "./recording";
import type { Written } from "./values";
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

type Run<T> = (provider: CoreProvider) => Promise<T>;

/** The walks of one Terraform, each of which has a provider process of its own. */
export class CoreSession {
  /** All calls so far. */
  readonly recorded: RecordedCall[] = [];
  #running: CoreProvider | undefined;

  constructor(protected readonly options: CoreOptions) {}

  /** Asks the running provider to stop, as Ctrl-C does. */
  async interrupt(): Promise<void> {
    const { error } = (await this.#running?.calls.unary("stopProvider")) ?? { error: "" };
    if (error !== "") throw new Error(error);
  }

  /** Ends the connection to the running provider in the middle of its calls, as a Terraform that is killed. */
  kill(): void {
    this.#running?.calls.cancelAll();
    this.#running?.plugin.abandon();
  }

  /** Starts a provider for one walk, and ends it. */
  async walk<T>(run: Run<T>, walk?: Walk): Promise<T> {
    const plugin = await this.#start();
    try {
      const provider = await CoreProvider.open(plugin, BEHAVIOURS[this.options.version], walk);
      this.#running = provider;
      try {
        return await run(provider);
      } finally {
        this.recorded.push(...provider.calls.recorded);
        this.#running = undefined;
      }
    } finally {
      await plugin.close();
    }
  }

  /** Walks with a configured provider. */
  protected configured<T>(run: Run<T>, walk?: Walk): Promise<T> {
    return this.walk(async (provider) => {
      await provider.configure(this.settings);
      return run(provider);
    }, walk);
  }

  /** Walks as the validation that each command begins with. Returns the schemas for its other walks. */
  protected validated(run: Run<unknown>): Promise<CoreSchemas> {
    return this.walk(async (provider) => {
      // Terraform validates no provider block that is empty.
      if (Object.keys(this.settings).length > 0) await provider.validate(this.settings);
      await run(provider);
      return provider.schema;
    });
  }

  protected get settings(): Written {
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
}
