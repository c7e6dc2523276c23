import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";

/** An expression whose value is a function of what Node and src/startup/run.ts hand to a module. */
export type ChunkText = string;

const NAMESPACE = "chunk";

/**
 * Leaves a module out of the output, wherever it is imported: a chunk takes its place, which src/startup/run.ts loads.
 * @param source the chunk's name, or one of its exports that is the module, as in `client.zod`.
 * @param module path without its ending, from the working directory of the build.
 */
export function loadedAs(source: string, module: string): Plugin {
  const [name, ...exported] = source.split(".");
  return {
    name: `${NAMESPACE} ${source}`,
    setup({ initialOptions, onResolve, onLoad }) {
      const file = resolve(initialOptions.absWorkingDir ?? "", module);
      const isMeant = (path: string) => path === file || path === join(file, "index");
      onResolve({ filter: /^\./ }, ({ kind, resolveDir, path }) =>
        kind !== "entry-point" && isMeant(join(resolveDir, path))
          ? { path: source, namespace: NAMESPACE }
          : undefined,
      );
      onLoad({ filter: new RegExp(`^${source}$`), namespace: NAMESPACE }, () => ({
        contents: `module.exports = ${[`load("${name}")`, ...exported].join(".")};`,
      }));
    },
  };
}

/** A module with all that it imports. */
export async function chunkOf(entry: string, options: BuildOptions): Promise<ChunkText> {
  return chunk(await textOf({ ...options, entryPoints: [entry] }));
}

/** The one file that a build makes. */
export async function textOf(options: BuildOptions): Promise<string> {
  const { outputFiles = [] } = await build({ ...options, write: false });
  const [output] = outputFiles;
  if (output === undefined || outputFiles.length > 1) throw new Error("The build has not made one file.");
  return output.text;
}

export function chunk(body: string): ChunkText {
  return `(function (module, exports, require, load) {${body}\n})\n`;
}

/** Tells a chunk from every other, in the names of the code cache's files. */
export function digestOf(text: ChunkText): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
