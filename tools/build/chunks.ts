import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { engines } from "../../package.json";

/** An expression whose value is a function with the parameters that Node and src/startup/run.ts pass to a module. */
export type ChunkText = string;

/** A module with everything that it imports, except the modules of other chunks. */
export interface Chunk {
  readonly name: string;
  /** Its module, relative to the working directory of the build. */
  readonly entry: string;
  /**
   * Chunks that are loaded before this one, those that are loaded first at the beginning. Modules of src that this one needs, too, are only
   * in the first of them that has it, so that each class and symbol exists once.
   * @default none
   */
  readonly after?: readonly string[];
  /** More modules to take from the first of them: they re-export a package, so the build leaves nothing of them. */
  readonly takes?: readonly string[];
}

/** Replaces `import()` of an entry by loading the chunk of that name, which src/startup/run.ts does. */
export function loadedAs({ name, entry }: Pick<Chunk, "name" | "entry">): Plugin {
  const namespace = `chunk ${name}`;
  return {
    name: namespace,
    setup({ onResolve, onLoad, initialOptions }) {
      const file = withoutExtension(resolve(initialOptions.absWorkingDir ?? "", entry));
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) =>
        kind === "dynamic-import" && isFile(file, resolve(resolveDir, path))
          ? { path: name, namespace }
          : undefined,
      );
      onLoad({ filter: /./, namespace }, () => ({ contents: `module.exports = load("${name}");` }));
    },
  };
}

/** Takes modules from the chunk that is loaded before. */
function takenFrom(name: string, modules: readonly string[]): Plugin {
  const namespace = `taken from ${name}`;
  return {
    name: namespace,
    setup({ onResolve, onLoad, initialOptions }) {
      const files = modules.map((path) =>
        withoutExtension(resolve(initialOptions.absWorkingDir ?? "", path)),
      );
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
        if (kind !== "import-statement") return undefined;
        const index = files.findIndex((file) => isFile(file, resolve(resolveDir, path)));
        return index < 0 ? undefined : { path: exportName(modules[index] ?? ""), namespace };
      });
      onLoad({ filter: /./, namespace }, ({ path }) => ({
        contents: `module.exports = load("${name}").${path};`,
      }));
    },
  };
}

const withoutExtension = (path: string) => path.replace(/\.ts$/, "");

/** True if an import, which has no extension and may be a folder, means a file. */
const isFile = (file: string, imported: string) => file === imported || file === `${imported}/index`;

/** Returns the name under which a chunk exports a module. */
function exportName(path: string): string {
  return `$${withoutExtension(path).replace(/\W/g, "_")}`;
}

/** Builds chunks that load each other. Returns their texts by name. */
export async function chunksOf(
  chunks: readonly Chunk[],
  options: BuildOptions,
): Promise<{ readonly [name: string]: ChunkText }> {
  const plugins = [...(options.plugins ?? []), ...chunks.map(loadedAs)];
  const used = new Map<string, readonly string[]>();
  const paired = chunks.filter(({ name, after }) => after ?? chunks.some((one) => one.after?.includes(name)));
  for (const { name, entry } of paired) {
    used.set(name, (await built({ ...options, plugins, entryPoints: [entry] })).used);
  }
  /** Returns the modules that a chunk takes from each of those before it. */
  const takenBy = ({ name, after = [], takes = [] }: Chunk) => {
    const left = new Set(used.get(name));
    return after.map((earlier, index) => {
      const modules = (used.get(earlier) ?? []).filter((path) => left.delete(path));
      return { earlier, modules: index === 0 ? [...modules, ...takes] : modules };
    });
  };

  const texts: { [name: string]: ChunkText } = {};
  for (const one of chunks) {
    const { name, entry } = one;
    const taken = takenBy(one).map(({ earlier, modules }) => takenFrom(earlier, modules));
    const handedOut = chunks.flatMap((later) =>
      takenBy(later).flatMap(({ earlier, modules }) => (earlier === name ? modules : [])),
    );
    const lines = [...new Set(handedOut)]
      .sort()
      .map((path) => `export * as ${exportName(path)} from "./${path}";`);
    const contents = [`export * from "./${entry}";`, ...lines].join("\n");
    const stdin = { contents, resolveDir: options.absWorkingDir, loader: "ts" } as const;
    texts[name] = wrapChunk((await built({ ...options, plugins: [...taken, ...plugins], stdin })).text);
  }
  return texts;
}

/**
 * Builds one file. Returns its text and the modules of src in it, without indexes: they re-export other modules, and would bring all of
 * them into chunks that need only some.
 */
async function built(options: BuildOptions) {
  const { outputFiles, metafile } = await build({ ...options, write: false, metafile: true });
  const parts = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const used = parts.flatMap(([path, { bytesInOutput }]) =>
    bytesInOutput > 0 && /^src\/.*(?<!\/index)\.ts$/.test(path) ? [path] : [],
  );
  const [output] = outputFiles;
  if (output === undefined || outputFiles.length > 1) throw new Error("The build has not made one file.");
  return { text: output.text, used };
}

/** Builds one file and returns its text. */
export async function textOf(options: BuildOptions): Promise<string> {
  return (await built(options)).text;
}

export function wrapChunk(body: string): ChunkText {
  return `(function (module, exports, require, load) {${body}\n})\n`;
}

/** Identifies a chunk in the file names of the code cache. */
export function digestOf(text: ChunkText): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** The length of the first lines, padded with line feeds, so that the offsets after them are fixed. */
const HEAD = 1024;

/**
 * Builds the shipped plugin: a shell script whose only command starts Node with a few lines, which read the needed parts of the text after
 * them. Given the whole file as its script, Node would read and scan all of it before running anything, three times per plan.
 */
export async function shippedFile(
  chunks: { readonly [name: string]: ChunkText },
  options: BuildOptions,
): Promise<Buffer> {
  let offset = 0;
  const table = Object.entries(chunks).map(([name, text]) => {
    const entry = [name, { digest: digestOf(text), offset, length: text.length }] as const;
    offset += text.length;
    return entry;
  });
  const startup = await startupOf(Object.fromEntries(table), options);
  const text = [head(startup.length), startup, ...Object.values(chunks)].join("");
  // One byte per character, so that nothing has to be decoded and offsets are the same in bytes and characters.
  const bytes = Buffer.from(text, "latin1");
  if (bytes.toString("latin1") !== text) throw new Error("The plugin has a character that is not Latin-1.");
  return bytes;
}

/** Builds src/startup as a function of `read` and `require`. */
async function startupOf(table: object, options: BuildOptions): Promise<string> {
  const contents = `import { run } from "./src/startup/run";
    const table = ${JSON.stringify(table)};
    run(table, (name) => read(table[name].offset, table[name].length), require);`;
  const body = await textOf({ ...options, stdin: { contents, resolveDir: options.absWorkingDir } });
  return `(function (read, require) {${body}\n})\n`;
}

/** Returns the first lines. They must not set V8 flags: with other flags than its own, Node compiles its modules again. */
function head(startup: number): string {
  const least = engines.node.replace(">=", "");
  const [major, minor] = least.split(".");
  // Terraform shows a first line on standard output that is not a handshake.
  const needed = `This provider needs Node ${least} or later on the PATH (https://nodejs.org), and found`;
  const script = [
    `const v=process.versions.node.split(".");if(v[0]<${major}||v[0]==${major}&&v[1]<${minor}){console.log("${needed} "+process.execPath+" "+process.version+".");process.exit(1)}`,
    `const s=require("fs"),f=s.openSync(process.argv[1]),r=(p,n)=>{const b=Buffer.allocUnsafeSlow(n);return b.latin1Slice(0,s.readSync(f,b,0,n,p))}`,
    `require("vm").runInThisContext(r(${HEAD},${startup}),"startup")((p,n)=>r(${HEAD + startup}+p,n),require)`,
  ].join(";");
  const lines = `#!/bin/sh
command -v node >/dev/null || { echo "${needed} none."; exit 1; }
exec node --input-type=commonjs -e '${script}' -- "$0" "$@"
`;
  if (lines.length > HEAD) throw new Error("the plugin's first lines are too long");
  return lines.padEnd(HEAD, "\n");
}
