import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { pluginPath } from "../../src/installation/install";

export interface LaunchedProvider {
  /** The provider's address, such as "example.internal/test/null". */
  readonly address: string;
  readonly version: string;
  /** The TypeScript file that serves it. */
  readonly entry: string;
}

/**
 * Installs a provider where terraform finds it without any CLI configuration: one bundled file, and the launcher
 * that starts it.
 */
export async function install(
  directory: string,
  { address, version, entry }: LaunchedProvider,
): Promise<void> {
  const launcher = pluginPath(directory, { address, version });
  const folder = dirname(launcher);
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: [entry],
    outfile: join(folder, "provider.js"),
    bundle: true,
    platform: "node",
    target: "node20",
    logLevel: "warning",
  });
  const script = `#!/bin/sh\nexec "${process.execPath}" "$(dirname "$0")/provider.js"\n`;
  await writeFile(launcher, script);
  await chmod(launcher, 0o755);
}
