import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmulatorServer, type FaultMatchBody, startEmulatorServer } from "../../../src/emulator";
import { pluginPath } from "../../../src/installation/install";
import { ADDRESS } from "../../../src/provider/address";
import { copyBuilt } from "../../support/built";
import { type Leak, leaksBelow, leaksIn, type NamedSecrets } from "../../support/secretScan";
import { type Run, type Running, type RunOptions, Workspace } from "../../support/terraform";
import { type Wiretap, wiretap } from "../../support/wiretap";
import { environmentOf } from "../support/account";

/** Long enough to be searched for: no other text has half of one. */
export const MANAGEMENT_KEY = "Mk7vQ9x2Zn4c1dWb8RaTq3LpYs6HuEj5";

type Operation = NonNullable<FaultMatchBody["operation"]>;

/** An emulated account, and the real terraform with the shipped provider, of which everything that is left behind is searched. */
export class Watched {
  /** The variables of the configuration: they are in the environment only. */
  readonly variables: Record<string, string> = {};
  readonly #said: { readonly where: string; readonly text: string }[] = [];
  readonly #leaks: Leak[] = [];
  readonly #searched = new Set<string>();

  private constructor(
    readonly emulator: EmulatorServer,
    readonly workspace: Workspace,
    readonly tap: Wiretap,
    private readonly places: readonly string[],
  ) {}

  static async begin(env: NodeJS.ProcessEnv = {}): Promise<Watched> {
    const emulator = await startEmulatorServer({
      clock: { mode: "step", start: Date.UTC(2026, 10, 20), stepPerRequest: 15_000 },
      keys: [{ name: "deploy", key: MANAGEMENT_KEY, preset: "admin" }],
    });
    const tap = await wiretap(emulator.baseUrl);
    const [home, temporary] = await Promise.all(
      ["home-", "tmp-"].map((prefix) => mkdtemp(join(tmpdir(), prefix))),
    );
    const workspace = await Workspace.create({
      ...environmentOf({
        key: MANAGEMENT_KEY,
        baseUrl: tap.through(emulator.baseUrl),
        nodeUrl: tap.through(emulator.nodeUrl),
      }),
      HOME: home,
      XDG_CACHE_HOME: home,
      TMPDIR: temporary,
      TF_LOG: "TRACE",
      ...env,
    });
    await copyBuilt(pluginPath(workspace.directory, { address: ADDRESS, version: "0.1.0" }));
    const places = [workspace.directory, home ?? "", temporary ?? ""];
    return new Watched(emulator, workspace, tap, places);
  }

  /** Every secret so far: of the account, of the variables, and each that was on the wire. */
  get secrets(): NamedSecrets {
    return { ...this.tap.secrets(), ...this.variables, "management key": MANAGEMENT_KEY };
  }

  /** Runs terraform with its whole log, and searches all that it left. @throws as {@link Workspace.terraform} does */
  async run(args: readonly string[], expect?: RunOptions["expect"]): Promise<Run> {
    const run = await this.workspace.terraform([...args, "-no-color"], { env: this.#env(), expect });
    this.#note(args, run);
    return run;
  }

  /** Plans to a file, shows the plan, applies it, and shows the state. Returns the output of the apply. */
  async deploy(expect?: RunOptions["expect"]): Promise<Run> {
    await this.run(["plan", "-input=false", "-out=plan.out"]);
    await this.run(["show", "plan.out"]);
    await this.run(["show", "-json", "plan.out"]);
    const run = await this.run(["apply", "-input=false", "plan.out"], expect);
    await this.run(["show", "-json"]);
    return run;
  }

  /** Starts a run, and searches all that is there while one of its requests is held. */
  async heldAt(operation: Operation, when: "before" | "after", args: readonly string[]): Promise<Running> {
    this.emulator.addFault({ match: { operation }, effect: { kind: "hold", when } });
    const running = await this.workspace.start([...args, "-no-color"], this.#env());
    await Promise.race([this.emulator.held(), running.finished]);
    this.#search(`while ${String(operation)} is held: `);
    return running;
  }

  /** Kills terraform and the provider, and searches all that they left. */
  async kill(running: Running): Promise<Run> {
    running.kill();
    const run = await running.finished;
    this.#note(["killed"], run);
    this.emulator.clearFaults();
    this.emulator.releaseHolds();
    return run;
  }

  /** Returns the leaks of all runs so far, searched for every secret that is known by now. */
  leaks(): Leak[] {
    const secrets = this.secrets;
    this.#search("in the end: ");
    return [...this.#leaks, ...this.#said.flatMap(({ where, text }) => leaksIn(where, text, secrets))];
  }

  async close(): Promise<void> {
    await this.workspace.remove();
    await Promise.all(this.places.map((place) => rm(place, { recursive: true, force: true })));
    await this.tap.close();
    await this.emulator.close();
  }

  #env(): NodeJS.ProcessEnv {
    const entries = Object.entries(this.variables).map(([name, value]) => [`TF_VAR_${name}`, value]);
    return Object.fromEntries(entries);
  }

  #note(args: readonly string[], { output }: Run): void {
    const command = args.join(" ");
    this.#said.push({ where: `output of ${command}`, text: output });
    this.#search(`after ${command}: `);
  }

  #search(when: string): void {
    const found = this.places.flatMap((place) => leaksBelow(place, this.secrets, this.#searched));
    this.#leaks.push(...found.map((leak) => ({ ...leak, where: when + leak.where })));
  }
}
