import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FaultMatchBody } from "../../../src/emulator";
import { pluginPath } from "../../../src/installation/install";
import { ADDRESS } from "../../../src/provider/address";
import { copyBuilt } from "../../support/built";
import { type Run, type Running, Workspace } from "../../support/terraform";
import { APPLY, type Scene } from "../support";

const VERSION = "0.1.0";

/** The provider as it ships, installed where terraform finds and starts it; its process can be killed. */
export class Shipped {
  private constructor(
    readonly workspace: Workspace,
    private readonly pidFile: string,
  ) {}

  static async install(): Promise<Shipped> {
    const workspace = await Workspace.create();
    const launcher = pluginPath(workspace.directory, { address: ADDRESS, version: VERSION });
    await copyBuilt(join(dirname(launcher), "provider"));
    // exec keeps the process, so that its id is the provider's.
    await writeFile(launcher, '#!/bin/sh\necho $$ > "$PROVIDER_PID_FILE"\nexec "$(dirname "$0")/provider"\n');
    await chmod(launcher, 0o755);
    return new Shipped(workspace, join(workspace.directory, "provider.pid"));
  }

  /** Deletes the results of earlier runs, and writes a configuration here and in the scene. */
  async begin(on: Scene, text: string): Promise<void> {
    for (const file of ["terraform.tfstate", "terraform.tfstate.backup", ".terraform.tfstate.lock.info"])
      await rm(join(this.workspace.directory, file), { force: true });
    await this.configure(on, text);
  }

  async configure(on: Scene, text: string): Promise<void> {
    await on.write(text);
    const written = await readFile(join(on.workspace.directory, "main.tf"), "utf8");
    await this.workspace.write({ "main.tf": written });
  }

  /** Applies with the provider of the scene, on the state that the shipped one wrote. */
  async apply(on: Scene, expect = 0): Promise<Run> {
    return this.workspace.terraform([...APPLY, "-no-color"], { env: on.served.env, expect });
  }

  /** Plans in the same way, and throws unless the plan is empty. */
  async empty(on: Scene): Promise<void> {
    await this.workspace.terraform(["plan", "-detailed-exitcode"], { env: on.served.env });
  }

  /** Starts an apply, whose terraform starts the provider; resolves when one of its requests is held. */
  async heldAt(
    on: Scene,
    match: FaultMatchBody,
    when: "before" | "after",
    env: NodeJS.ProcessEnv = {},
  ): Promise<Running> {
    on.emulator.addFault({ match, effect: { kind: "hold", when } });
    const running = await this.workspace.start([...APPLY, "-no-color"], {
      SEARCHCLOUD_API_KEY: on.emulator.key,
      SEARCHCLOUD_BASE_URL: on.emulator.baseUrl,
      SEARCHCLOUD_POLL_INTERVAL: "1ms",
      SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
      PROVIDER_PID_FILE: this.pidFile,
      ...env,
    });
    await Promise.race([on.emulator.held(), running.finished]);
    return running;
  }

  async killProvider(): Promise<void> {
    process.kill(await this.#providerPid(), "SIGKILL");
  }

  /** Resolves when the last started provider has ended. */
  async providerEnded(): Promise<void> {
    const pid = await this.#providerPid();
    while (isAlive(pid)) await new Promise((resolve) => setImmediate(resolve));
  }

  async #providerPid(): Promise<number> {
    return Number(await readFile(this.pidFile, "utf8"));
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
