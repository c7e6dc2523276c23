import { execFile } from "node:child_process";
import { chmod, copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { singleProgram } from "../build";
import { pinnedProgram } from "../downloads/pinned";
import { adHocSigned, withoutSignature } from "./codeSignature";
import { OWN, type Platform } from "./options";

/** Markers in Node's executable (Node's documentation of single executable applications). */
const RESOURCE = "NODE_SEA_BLOB";
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

const run = promisify(execFile);

/** The program of the single executables, prepared once for all platforms. */
export interface Program {
  /** The bundler's list of files, relative to the root. */
  readonly inputs: readonly string[];
  /** Returns the path of the file to inject into Node's executable for a platform. */
  readonly blobFor: (platform: Platform) => string;
}

/**
 * Bundles the provider and prepares the files to inject into Node.
 *
 * @param folder an empty folder for the prepared files
 */
export async function prepareProgram(folder: string): Promise<Program> {
  if (!OWN) {
    throw new Error(
      `Releases cannot be built on ${process.platform} ${process.arch}: the release's version of Node does not exist for it. ` +
        "Build on Linux, macOS or Windows, on amd64 or arm64.",
    );
  }
  const node = await nodeFor(OWN);
  const { script, chunks, inputs } = await singleProgram();
  const names = Object.keys(chunks);
  await writeFile(join(folder, "single.js"), script);
  for (const [name, text] of Object.entries(chunks))
    await writeFile(join(folder, `${name}.js`), text, "latin1");
  await compile(node, folder, names);
  const [plain, withCache] = [join(folder, "plain.blob"), join(folder, "cache.blob")];
  const scripts = names.map((name) => `${name}.js`);
  await blob(node, folder, plain, scripts);
  await blob(node, folder, withCache, [...scripts, ...names.map((name) => `${name}.cache`)]);
  return {
    inputs,
    // V8's format depends on the version, the system and the processor.
    blobFor: (platform) => (platform === OWN ? withCache : plain),
  };
}

/**
 * Writes V8's cache of the chunks, with all functions compiled, as `<name>.cache` beside them. A fixed seed makes the bytes
 * reproducible, and V8 accepts a cache made with another seed.
 */
async function compile(node: string, folder: string, names: readonly string[]): Promise<void> {
  await run(node, ["--random-seed=1", "-e", COMPILE, "--", ...names], { cwd: folder, env: {} });
}

/** The script that compiles. V8 accepts a cache only under the flags with which it was made, so the script resets the flag that compiles all functions. */
const COMPILE = `
const { readFileSync, writeFileSync } = require("node:fs");
const { setFlagsFromString } = require("node:v8");
const { Script } = require("node:vm");
for (const name of process.argv.slice(1)) {
  const code = readFileSync(name + ".js", "latin1");
  setFlagsFromString("--no-lazy");
  const script = new Script(code, { filename: name });
  setFlagsFromString("--lazy");
  writeFileSync(name + ".cache", script.createCachedData());
}`;

async function blob(node: string, folder: string, output: string, assets: readonly string[]): Promise<void> {
  const config = {
    // The blob contains this path: an absolute one would differ each time.
    main: "single.js",
    output,
    disableExperimentalSEAWarning: true,
    assets: Object.fromEntries(assets.map((name) => [name, join(folder, name)])),
  };
  const file = `${output}.json`;
  await writeFile(file, JSON.stringify(config));
  await run(node, ["--experimental-sea-config", file], { cwd: folder, env: {} });
}

/** Downloads Node's executable for a platform and returns its path. @throws if that fails */
export async function nodeFor({ name, node }: Platform): Promise<string> {
  try {
    return await pinnedProgram(node);
  } catch (error) {
    throw new Error(
      `The executable for ${name} needs Node ${node.version} from the package ${node.name}, which cannot be downloaded. ` +
        `${error instanceof Error ? error.message : error}\nTo leave ${name} out, name the other platforms with --only.`,
    );
  }
}

/** Writes the single executable of a platform. @param identifier its name in the signature of macOS */
export async function writeExecutable(
  program: Program,
  platform: Platform,
  file: string,
  identifier: string,
): Promise<void> {
  const node = await nodeFor(platform);
  if (platform.system === "windows") await writeFile(file, withoutSignature(await readFile(node)));
  else await copyFile(node, file);
  await chmod(file, 0o755);
  const segment = platform.system === "darwin" ? ["--macho-segment-name", "NODE_SEA"] : [];
  const postject = require.resolve("postject/dist/cli.js");
  const words = [postject, file, RESOURCE, program.blobFor(platform), "--sentinel-fuse", FUSE, ...segment];
  await run(process.execPath, words);
  // Injection has removed the original signature of Node.
  if (platform.system === "darwin") await writeFile(file, adHocSigned(await readFile(file), identifier));
}
