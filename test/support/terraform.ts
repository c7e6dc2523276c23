import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type PlanJson, type StateJson, stateJson } from "./json";
import { cleanEnvironment, type Run, type Running, start, terraformPath } from "./run";

export type { PlanJson, ResourceChange, StateJson, StateResource } from "./json";
export { combined, type Reattached, reattached } from "./reattach";
export type { Run, Running } from "./run";

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** The expected exit code. Any other fails with the whole output. @default 0 */
  readonly expect?: number | "any";
}

/** A folder of configuration in which a test runs the real terraform. */
export class Workspace {
  #initialised: boolean;
  readonly #running = new Set<Running>();

  private constructor(
    readonly directory: string,
    readonly env: NodeJS.ProcessEnv,
  ) {
    // Terraform needs no init where every provider is reattached and no module is called.
    this.#initialised = env.TF_REATTACH_PROVIDERS !== undefined;
  }

  /** A new empty folder; `env` is added to every run in it (TF_REATTACH_PROVIDERS above all). */
  static async create(env: NodeJS.ProcessEnv = {}): Promise<Workspace> {
    terraformPath();
    return new Workspace(await mkdtemp(join(tmpdir(), "tf-")), env);
  }

  /** Ends processes that a failed test left running, and removes the folder. */
  async remove(): Promise<void> {
    for (const running of this.#running) running.kill();
    await Promise.allSettled([...this.#running].map(({ finished }) => finished));
    await rm(this.directory, { recursive: true, force: true });
  }

  async write(files: Record<string, string>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      if (text.includes('module "')) this.#initialised = false;
      const path = join(this.directory, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
  }

  /**
   * Runs terraform to its end.
   * @throws Error with the whole output if the exit code is unexpected
   */
  async terraform(args: readonly string[], { env = {}, expect = 0 }: RunOptions = {}): Promise<Run> {
    const run = await this.#spawn(args, env).finished;
    if (expect !== "any" && run.code !== expect)
      throw new Error(`terraform ${args.join(" ")} ended with ${run.code}, not ${expect}:\n${run.output}`);
    return run;
  }

  /** Starts a run that the test interrupts. */
  async start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Running> {
    await this.#initialise(env);
    return this.#spawn(args, env);
  }

  async init(options?: RunOptions): Promise<Run> {
    this.#initialised = true;
    return this.terraform(["init", "-input=false", "-no-color"], options);
  }

  async validate(options?: RunOptions): Promise<Run> {
    await this.#initialise(options?.env);
    return this.terraform(["validate", "-no-color"], options);
  }

  async plan(args: readonly string[] = [], options?: RunOptions): Promise<Run> {
    return this.#asked(["plan", ...args], options);
  }

  async apply(args: readonly string[] = [], options?: RunOptions): Promise<Run> {
    return this.#asked(["apply", "-auto-approve", ...args], options);
  }

  async destroy(args: readonly string[] = [], options?: RunOptions): Promise<Run> {
    return this.#asked(["destroy", "-auto-approve", ...args], options);
  }

  async import(address: string, id: string, options?: RunOptions): Promise<Run> {
    return this.#asked(["import", address, id], options);
  }

  /** Plans, and asserts that nothing would change. Returns the output, for its warnings. */
  async emptyPlan(args: readonly string[] = [], options: RunOptions = {}): Promise<Run> {
    const run = await this.plan(["-detailed-exitcode", ...args], { ...options, expect: "any" });
    if (run.code !== 0)
      throw new Error(`Expected an empty plan (exit code 0), got ${run.code}:\n${run.output}`);
    return run;
  }

  /** The plan as data. */
  async planJson(args: readonly string[] = [], options?: RunOptions): Promise<PlanJson> {
    await this.plan(["-out=plan.out", ...args], options);
    return this.#json(["show", "-json", "plan.out"], options);
  }

  /** The state as data, as in `terraform show -json`, without starting terraform. */
  async state(): Promise<StateJson> {
    return stateJson(await this.stateText().catch(() => ""));
  }

  /** The text of the state file, for numbers that JSON.parse would round. */
  stateText(): Promise<string> {
    return readFile(join(this.directory, "terraform.tfstate"), "utf8");
  }

  async #json<T>(args: readonly string[], options?: RunOptions): Promise<T> {
    return JSON.parse((await this.terraform(args, options)).stdout);
  }

  async #asked([command = "", ...args]: readonly string[], options?: RunOptions): Promise<Run> {
    await this.#initialise(options?.env);
    return this.terraform([command, "-input=false", "-no-color", ...args], options);
  }

  async #initialise(env?: NodeJS.ProcessEnv): Promise<void> {
    if (!this.#initialised) await this.init({ env });
  }

  #spawn(args: readonly string[], env: NodeJS.ProcessEnv): Running {
    const all = cleanEnvironment({ ...this.env, ...env });
    const running = start(terraformPath(), args, this.directory, all);
    this.#running.add(running);
    const ended = () => this.#running.delete(running);
    running.finished.then(ended, ended);
    return running;
  }
}
