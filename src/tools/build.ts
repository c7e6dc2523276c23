import { execFileSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { type BuildOptions, buildSync } from "esbuild";

/** The root of the checkout. */
const ROOT = resolve(__dirname, "../..");

/** grpc-js loads proto files only for its debugging service, which a plugin does not offer. */
const STUBBED = { "@grpc/proto-loader": join(__dirname, "build/protoLoader.ts") };

/** Everything that the package ships is one file each: no dependency is installed with it. */
function bundle(entry: string, outfile: string, options: BuildOptions = {}): void {
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    minify: true,
    keepNames: true,
    legalComments: "eof",
    alias: STUBBED,
    logLevel: "warning",
    ...options,
  });
}

/** `dist/terraform-provider-searchcloud`: the plugin that Terraform starts. */
export function buildProvider(outfile = join(ROOT, "dist/terraform-provider-searchcloud")): void {
  bundle("src/main.ts", outfile, { banner: { js: "#!/usr/bin/env node" } });
  chmodSync(outfile, 0o755);
}

/** The commands that the package brings along. */
function buildCommand(entry: string, name: string): void {
  const outfile = join(ROOT, "dist", name);
  bundle(entry, outfile, { banner: { js: "#!/usr/bin/env node" } });
  chmodSync(outfile, 0o755);
}

function buildConstructs(): void {
  execFileSync(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", "constructs"], {
    cwd: ROOT,
    stdio: "inherit",
  });
}

if (require.main === module) {
  rmSync(join(ROOT, "dist"), { recursive: true, force: true });
  buildProvider();
  buildCommand("src/emulator/main.ts", "emulator.js");
  buildCommand("src/install.ts", "install.js");
  buildConstructs();
}
