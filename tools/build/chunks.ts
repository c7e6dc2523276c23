import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { engines } from "../../package.json";

/** An expression whose value is a function of what Node and src/startup/run.ts hand to a module. */
export type ChunkText = string;

/** A module with all that it imports, but for what other chunks have. */
export interface Chunk {
  readonly name: string;
  /** Its module, relative to the working directory of the build. */
  readonly entry: string;
  /**
   * The chunk that has been loaded whenever this one is: modules of src that both need stand there alone, so that there is one of
   * each class and symbol.
   */
  readonly after?: string;
  /** Modules that it takes from there as well: they pass on what a package has, so that nothing of them is left in a build. */
  readonly takes?: readonly string[];
}

/** Leaves what `import()` of an entry loads out of the output: the chunk of that name, which src/startup/run.ts loads. */
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

/** Whether an import, which names no extension and may name a folder, means a file. */
const isFile = (file: string, imported: string) => file === imported || file === `${imported}/index`;

/** The name under which a chunk hands out a module. */
function exportName(path: string): string {
  return `$${withoutExtension(path).replace(/\W/g, "_")}`;
}

/** The texts of chunks that load each other, by name. */
export async function chunksOf(
  chunks: readonly Chunk[],
  options: BuildOptions,
): Promise<{ readonly [name: string]: ChunkText }> {
  const plugins = [...(options.plugins ?? []), ...chunks.map(loadedAs)];
  const used = new Map<string, readonly string[]>();
  const paired = chunks.filter(({ name, after }) => after ?? chunks.some((one) => one.after === name));
  for (const { name, entry } of paired) {
    used.set(name, (await built({ ...options, plugins, entryPoints: [entry] })).used);
  }
  /** The modules that one chunk takes from the other. */
  const shared = (first: string, { name, takes = [] }: Chunk) => [
    ...(used.get(first) ?? []).filter((path) => used.get(name)?.includes(path)),
    ...takes,
  ];

  const texts: { [name: string]: ChunkText } = {};
  for (const one of chunks) {
    const { name, entry, after } = one;
    const taken = after === undefined ? [] : [takenFrom(after, shared(after, one))];
    const handedOut = chunks.flatMap((later) => (later.after === name ? shared(name, later) : []));
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
 * What comes of a build, and the modules of src that are in it; without indexes, which pass on what others hold, and would bring
 * all of it to where only some is needed.
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

/** The one file that a build makes. */
export async function textOf(options: BuildOptions): Promise<string> {
  return (await built(options)).text;
}

export function wrapChunk(body: string): ChunkText {
  return `(function (module, exports, require, load) {${body}\n})\n`;
}

/** Tells a chunk from every other, in the names of the code cache's files. */
export function digestOf(text: ChunkText): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** How long the first lines are, filled up with line feeds: what stands behind them has a place that does not depend on them. */
const HEAD = 1024;

/**
 * The plugin as it ships: a shell script whose only command starts Node on the text behind it. Node would read and scan
 * all of a script before it ran any of it, three times per plan; so it is handed a few lines, which read of the file what is
 * needed.
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
  // One byte per character: what is read need not be decoded, and offsets are the same in both.
  const bytes = Buffer.from(text, "latin1");
  if (bytes.toString("latin1") !== text) throw new Error("The plugin has a character that is not Latin-1.");
  return bytes;
}

/** src/startup as a function of how the text behind it is read, and of what Node hands to a module. */
async function startupOf(table: object, options: BuildOptions): Promise<string> {
  const contents = `import { run } from "./src/startup/run";
    const table = ${JSON.stringify(table)};
    run(table, (name) => read(table[name].offset, table[name].length), require);`;
  const body = await textOf({ ...options, stdin: { contents, resolveDir: options.absWorkingDir } });
  return `(function (read, require) {${body}\n})\n`;
}

/** No V8 flag may stand here: with other flags than it was built with, Node compiles its own modules anew. */
function head(startup: number): string {
  const least = engines.node.replace(">=", "");
  const [major, minor] = least.split(".");
  // Terraform shows a first line on standard output that is no handshake.
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
