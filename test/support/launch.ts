import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

export interface LaunchedProvider {
  /** The provider's address, such as "example.internal/test/null". */
  readonly address: string;
  readonly version: string;
  /** The TypeScript file that serves it. */
  readonly entry: string;
}

/**
 * Puts a provider where terraform finds executables without any CLI configuration: one bundled file, and the launcher
 * that starts it.
 */
export async function install(
  directory: string,
  { address, version, entry }: LaunchedProvider,
): Promise<void> {
  const name = address.slice(address.lastIndexOf("/") + 1);
  const folder = join(directory, "terraform.d/plugins", address, version, platform());
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: [entry],
    outfile: join(folder, "provider.js"),
    bundle: true,
    platform: "node",
    target: "node20",
    logLevel: "warning",
  });
  const launcher = join(folder, `terraform-provider-${name}_v${version}`);
  const script = `#!/bin/sh\nexec "${process.execPath}" "$(dirname "$0")/provider.js"\n`;
  await writeFile(launcher, script);
  await chmod(launcher, 0o755);
}

/** This machine in terraform's words: linux_amd64. */
function platform(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const processors: Record<string, string> = { x64: "amd64", ia32: "386" };
  return `${system}_${processors[process.arch] ?? process.arch}`;
}
