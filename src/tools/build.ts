import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { chunk, chunkOf, loadedAs } from "./build/chunks";
import { buildConstructs } from "./build/constructs";
import { shippedFile } from "./build/shippedFile";

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

async function executable(entry: BuildOptions, outfile: string): Promise<void> {
  await build({ ...COMMON, ...entry, outfile, banner: { js: "#!/usr/bin/env node" } });
  chmodSync(outfile, 0o755);
}

/** `dist/terraform-provider-searchcloud`: the plugin that Terraform starts. */
export async function buildProvider(
  outfile = join(ROOT, "dist/terraform-provider-searchcloud"),
): Promise<void> {
  const main = await chunkOf("src/main.ts", {
    ...COMMON,
    plugins: [...COMMON.plugins, loadedAs("answers", "./answers"), loadedAs("schema", "./schema")],
  });
  const answers = await chunkOf("src/answers.ts", {
    ...COMMON,
    plugins: [...COMMON.plugins, loadedAs("client", "../client")],
  });
  const client = await chunkOf("src/client/index.ts", COMMON);
  const { schema: bytes } = await import("../schema");
  const schema = chunk(`exports.schema=Buffer.from("${Buffer.from(bytes).toString("base64")}","base64")`);
  const content = await shippedFile({ main, answers, schema, client }, COMMON);
  mkdirSync(dirname(outfile), { recursive: true });
  writeFileSync(outfile, content, { mode: 0o755 });
}

/** A program that Node starts. An older one than it needs must understand all of it, so as to come to the first line. */
async function program(entry: string, outfile: string): Promise<void> {
  const contents = `import "./src/startup/requireNode.cjs"; import "./${entry}";`;
  await executable({ stdin: { contents, resolveDir: ROOT }, target: "node12" }, outfile);
}

/** Builds beside `dist` and then takes its place, so that whatever runs from it meanwhile finds all or nothing new. */
async function buildAll(): Promise<void> {
  const dist = join(ROOT, "dist");
  const [fresh, old] = [join(dist, "../dist.new"), join(dist, "../dist.old")];
  for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true });
  await buildProvider(join(fresh, "terraform-provider-searchcloud"));
  await program("src/emulator/main.ts", join(fresh, "emulator.js"));
  await program("src/install.ts", join(fresh, "install.js"));
  buildConstructs(ROOT, fresh);
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
