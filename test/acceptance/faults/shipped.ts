import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pluginPath } from "../../../src/installation/install";
import { ADDRESS } from "../../../src/provider/address";
import { buildProvider } from "../../../src/tools/build";
import { type Running, Workspace } from "../../support/terraform";
import type { Scene } from "../support";

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
    await buildProvider(join(dirname(launcher), "provider"));
    // exec keeps the process, so that its id is the provider's.
    await writeFile(launcher, '#!/bin/sh\necho $$ > "$PROVIDER_PID_FILE"\nexec "$(dirname "$0")/provider"\n');
    await chmod(launcher, 0o755);
    return new Shipped(workspace, join(workspace.directory, "provider.pid"));
  }

  /** Forgets what earlier runs have left, and takes over the configuration of a scene. */
  async begin(on: Scene): Promise<void> {
    for (const file of ["terraform.tfstate", "terraform.tfstate.backup", ".terraform.tfstate.lock.info"])
      await rm(join(this.workspace.directory, file), { force: true });
    await this.configure(on);
  }

  async configure(on: Scene): Promise<void> {
    await this.workspace.write({
      "main.tf": await readFile(join(on.workspace.directory, "main.tf"), "utf8"),
    });
  }

  /** Starts terraform, which starts the provider; `env` is added to what both see. */
  start(on: Scene, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Running> {
    return this.workspace.start([...args, "-no-color"], {
      SEARCHCLOUD_API_KEY: on.emulator.key,
      SEARCHCLOUD_BASE_URL: on.emulator.baseUrl,
      SEARCHCLOUD_POLL_INTERVAL: "1ms",
      SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
      PROVIDER_PID_FILE: this.pidFile,
      ...env,
    });
  }

  /** The process id of the provider that was started last. */
  async providerPid(): Promise<number> {
    return Number(await readFile(this.pidFile, "utf8"));
  }

  async killProvider(): Promise<void> {
    process.kill(await this.providerPid(), "SIGKILL");
  }

  /** Resolves when the provider that was started last has ended. */
  async providerEnded(): Promise<void> {
    const pid = await this.providerPid();
    while (isAlive(pid)) await new Promise((resolve) => setImmediate(resolve));
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
