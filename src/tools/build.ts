import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { type BuiltChunk, chunkOf, loadedAs } from "./build/chunks";
import { owedFor } from "./licences/owed";

/** The root of the checkout. */
const ROOT = resolve(__dirname, "../..");

/** Bundles a file of ours wherever a package is imported; what is imported from within the package stays what it is. */
function stub(packageName: string, file: string): Plugin {
  return {
    name: `stub of ${packageName}`,
    setup({ onResolve }) {
      onResolve({ filter: /^[^.]/ }, ({ path }) => (path === packageName ? { path: file } : undefined));
    },
  };
}

/** Everything that the package ships is one file each: no dependency is installed with it. */
const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  // Names stay: a stack trace in a bug report has to say something.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: "eof",
  plugins: [stub("undici", join(__dirname, "build/undici.ts"))],
  logLevel: "warning",
} satisfies BuildOptions;

/** One executable file; which files are in it. */
async function executable(entry: BuildOptions, outfile: string): Promise<string[]> {
  const banner = { js: "#!/usr/bin/env node" };
  const { metafile } = await build({ ...COMMON, ...entry, outfile, banner, metafile: true });
  chmodSync(outfile, 0o755);
  return Object.keys(metafile.inputs);
}

/** What the plugin is made of: the provider, and the client that it loads when it needs it. */
export async function providerChunks(): Promise<{ readonly main: BuiltChunk; readonly client: BuiltChunk }> {
  const plugins = [...COMMON.plugins, loadedAs("client", "../client")];
  return {
    main: await chunkOf("src/main.ts", { ...COMMON, plugins }),
    client: await chunkOf("src/client/index.ts", COMMON),
  };
}

/** `dist/terraform-provider-searchcloud`: the plugin that Terraform starts; which files are in it. */
export async function buildProvider(
  outfile = join(ROOT, "dist/terraform-provider-searchcloud"),
): Promise<string[]> {
  const chunks = Object.entries(await providerChunks());
  const texts = Object.fromEntries(chunks.map(([name, { code, digest }]) => [name, { code, digest }]));
  const contents = `import { run } from "./src/startup/run"; run(${JSON.stringify(texts)}, require);`;
  const inputs = await executable({ stdin: { contents, resolveDir: ROOT } }, outfile);
  return [...inputs, ...chunks.flatMap(([, chunk]) => chunk.inputs)];
}

/** The script of single executables, which load the chunks from what they carry. */
export async function singleProgram(chunks: { readonly [name: string]: BuiltChunk }): Promise<{
  readonly code: string;
  readonly inputs: readonly string[];
}> {
  const digests = Object.fromEntries(Object.entries(chunks).map(([name, { digest }]) => [name, digest]));
  const contents = `import { runSingle } from "./src/startup/single"; runSingle(${JSON.stringify(digests)}, require);`;
  const options = { ...COMMON, stdin: { contents, resolveDir: ROOT }, write: false, metafile: true } as const;
  const { outputFiles, metafile } = await build(options);
  return { code: outputFiles[0]?.text ?? "", inputs: Object.keys(metafile.inputs) };
}

/** A program that Node starts. An older one than it needs must understand all of it, so as to come to the first line. */
async function program(entry: string, outfile: string): Promise<string[]> {
  const contents = `import "./src/startup/requireNode.cjs"; import "./${entry}";`;
  return executable({ stdin: { contents, resolveDir: ROOT }, target: "node12" }, outfile);
}

/** The constructs as people import them, with what they use of `src` beside them. */
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
  const inputs = [
    ...(await buildProvider(join(fresh, "terraform-provider-searchcloud"))),
    ...(await program("src/emulator/main.ts", join(fresh, "emulator.js"))),
    ...(await program("src/install.ts", join(fresh, "install.js"))),
  ];
  const { notices, sbom } = await owedFor(inputs, ROOT);
  writeFileSync(join(fresh, "THIRD_PARTY_NOTICES"), notices);
  writeFileSync(join(fresh, "sbom.cdx.json"), sbom);
  buildConstructs(fresh);
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
