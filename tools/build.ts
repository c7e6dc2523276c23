import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import ts from "typescript";
import {
  type Chunk,
  type ChunkText,
  chunksOf,
  digestOf,
  loadedAs,
  shippedFile,
  textOf,
  wrapChunk,
} from "./build/chunks";
import { buildConstructs } from "./build/constructs";
import { replaceFolder } from "./folder";
import { licenceFiles } from "./licences/licenceFiles";

/** The root of the checkout. */
const ROOT = resolve(__dirname, "..");

/** Bundles a file in place of a package. Imports of files within the package are unchanged. */
function stub(packageName: string, file: string): Plugin {
  return {
    name: `stub of ${packageName}`,
    setup({ onResolve }) {
      onResolve({ filter: /^[^.]/ }, ({ path }) => (path === packageName ? { path: file } : undefined));
    },
  };
}

/** Options of all builds. Each shipped program is one file, so no dependency is installed. */
const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  // Names are kept, so that stack traces in bug reports are readable.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: "eof",
  plugins: [stub("undici", join(__dirname, "build/undici.ts"))],
  logLevel: "warning",
} satisfies BuildOptions;

/** Returns the common options, with a plugin that adds all bundled files to `inputs`. */
function recording(inputs: Set<string>) {
  const recorder: Plugin = {
    name: "recorder of inputs",
    setup({ onEnd }) {
      onEnd(({ metafile }) => {
        for (const input of Object.keys(metafile?.inputs ?? {})) inputs.add(input);
      });
    },
  };
  return { ...COMMON, metafile: true, plugins: [...COMMON.plugins, recorder] } satisfies BuildOptions;
}

async function executable(options: BuildOptions, outfile: string): Promise<void> {
  await build({ ...options, outfile, banner: { js: "#!/usr/bin/env node" } });
  chmodSync(outfile, 0o755);
}

/** The parts of the plugin: the one with the handshake, and those that it loads when Terraform's calls need them. */
const CHUNKS: readonly Chunk[] = [
  { name: "main", entry: "src/main.ts" },
  { name: "answers", entry: "src/answers.ts" },
  { name: "dataPlaneTypes", entry: "src/provider/dataPlaneTypes.ts", after: ["answers"] },
  { name: "streams", entry: "src/framework/rpc/operations.ts", after: ["answers"] },
  { name: "operations", entry: "src/provider/operations.ts", after: ["answers", "dataPlaneTypes"] },
  { name: "client", entry: "src/client/index.ts", after: ["answers"] },
  { name: "dataPlane", entry: "src/dataPlane/index.ts", after: ["client"], takes: ["src/api/zod.ts"] },
];

async function providerChunks(options: BuildOptions): Promise<{ readonly [name: string]: ChunkText }> {
  const { schema: schemas, identities } = await import("../src/schema");
  const prepared = Object.entries({ schema: schemas, identities }).map(
    ([name, bytes]) => `exports.${name}=Buffer.from("${Buffer.from(bytes).toString("base64")}","base64")`,
  );
  const schema = wrapChunk(prepared.join(";"));
  const elsewhere = [
    loadedAs({ name: "schema", entry: "src/schema.ts" }),
    // Only for a provider in the process that serves it. The shipped plugin loads its own.
    loadedAs({ name: "answers", entry: "src/framework/answers.ts" }),
  ];
  const plugins = [...(options.plugins ?? []), ...elsewhere];
  const chunks = await chunksOf(CHUNKS, { ...options, plugins });
  return { ...chunks, schema };
}

/**
 * Builds the plugin that Terraform starts.
 * @param inputs collects the bundled files
 */
async function buildProvider(outfile: string, inputs: Set<string>): Promise<void> {
  const options = recording(inputs);
  const content = await shippedFile(await providerChunks(options), options);
  mkdirSync(dirname(outfile), { recursive: true });
  writeFileSync(outfile, content, { mode: 0o755 });
}

/** The plugin for a single executable. */
interface SingleProgram {
  /** The script that Node runs. */
  readonly script: string;
  /** The chunks that the script loads, by name. */
  readonly chunks: { readonly [name: string]: ChunkText };
  /** All bundled files. */
  readonly inputs: readonly string[];
}

export async function singleProgram(): Promise<SingleProgram> {
  const inputs = new Set<string>();
  const options = recording(inputs);
  const chunks = await providerChunks(options);
  const digests = Object.entries(chunks).map(([name, text]) => [name, { digest: digestOf(text) }]);
  const table = JSON.stringify(Object.fromEntries(digests));
  const contents = `import { runSingle } from "./src/startup/single"; runSingle(${table}, require);`;
  const script = await textOf({ ...options, stdin: { contents, resolveDir: ROOT } });
  return { script, chunks, inputs: [...inputs] };
}

/** Builds a program for Node. Its syntax is old enough that a version that is too old gets to the first line, which rejects it. */
async function program(entry: string, outfile: string, options: BuildOptions): Promise<void> {
  const contents = `import "./src/startup/requireNode.cjs"; import "./${entry}";`;
  await executable({ ...options, stdin: { contents, resolveDir: ROOT }, target: "node12" }, outfile);
}

/** The emulator that tests import: one file, and its types, which import only those of the settings. */
async function emulator(folder: string, options: BuildOptions): Promise<void> {
  const entry = join(ROOT, "src/emulator/public.ts");
  await build({ ...options, entryPoints: [entry], outfile: join(folder, "index.js") });
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(entry, "utf8"), {
    fileName: entry,
    reportDiagnostics: true,
    compilerOptions: { isolatedDeclarations: true, declaration: true, strict: true },
  });
  const [first] = diagnostics;
  if (first) throw new Error(`${entry}: ${ts.flattenDiagnosticMessageText(first.messageText, "\n")}`);
  // The constructs' build puts the types of the table of settings there.
  writeFileSync(join(folder, "index.d.ts"), outputText.replaceAll('"../api/', '"../src/api/'));
}

/** Builds beside `dist` and then replaces it, so that running programs never find a partial build. */
async function buildAll(): Promise<void> {
  const dist = join(ROOT, "dist");
  const fresh = join(dist, "../dist.new");
  rmSync(fresh, { recursive: true, force: true });
  const inputs = new Set<string>();
  await buildProvider(join(fresh, "terraform-provider-searchcloud"), inputs);
  await program("src/command/main.ts", join(fresh, "searchcloud.js"), recording(inputs));
  await emulator(join(fresh, "emulator"), recording(inputs));
  const { notices, sbom } = await licenceFiles([...inputs], ROOT);
  writeFileSync(join(fresh, "THIRD_PARTY_NOTICES"), notices);
  writeFileSync(join(fresh, "sbom.cdx.json"), sbom);
  buildConstructs(ROOT, fresh);
  // Keeps the files of `npm run release`, signatures included.
  replaceFolder(dist, fresh, ["release"]);
}

if (require.main === module) {
  buildAll().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  });
}
