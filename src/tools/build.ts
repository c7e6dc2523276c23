import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { lazily } from "./build/lazily";

/** The root of the checkout. */
const ROOT = resolve(__dirname, "../..");

/** Everything that the package ships is one file each: no dependency is installed with it. */
const COMMON: BuildOptions = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  minify: true,
  keepNames: true,
  legalComments: "eof",
  // grpc-js loads proto files only for its debugging service, which a plugin does not offer.
  alias: { "@grpc/proto-loader": join(__dirname, "build/protoLoader.ts") },
  logLevel: "warning",
};

async function executable(entry: string, outfile: string, options: BuildOptions = {}): Promise<void> {
  await build({
    ...COMMON,
    entryPoints: [entry],
    outfile,
    banner: { js: "#!/usr/bin/env node" },
    ...options,
  });
  chmodSync(outfile, 0o755);
}

/** `dist/terraform-provider-searchcloud`: the plugin that Terraform starts. */
export async function buildProvider(
  outfile = join(ROOT, "dist/terraform-provider-searchcloud"),
): Promise<void> {
  await executable("src/main.ts", outfile, { plugins: [lazily("../client", COMMON)] });
}

/** The constructs as people import them. */
function buildConstructs(outDir: string): void {
  const tsc = require.resolve("typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", "constructs", "--outDir", outDir], {
    cwd: ROOT,
    stdio: "inherit",
  });
}

/** Builds beside `dist` and then takes its place, so that whatever runs from it meanwhile finds all or nothing new. */
async function buildAll(): Promise<void> {
  const dist = join(ROOT, "dist");
  const [fresh, old] = [join(dist, "../dist.new"), join(dist, "../dist.old")];
  for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true });
  await buildProvider(join(fresh, "terraform-provider-searchcloud"));
  await executable("src/emulator/main.ts", join(fresh, "emulator.js"));
  await executable("src/install.ts", join(fresh, "install.js"));
  buildConstructs(join(fresh, "constructs"));
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
}

if (require.main === module) {
  buildAll().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  });
}
