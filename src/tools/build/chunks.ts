import { createHash } from "node:crypto";
import { type BuildOptions, build, type Plugin } from "esbuild";

/** An expression whose value is a function of what Node and src/startup/run.ts hand to a module. */
export type ChunkText = string;

const NAMESPACE = "chunk";

/** Leaves what `import(specifier)` loads out of the output: the chunk of that name, which src/startup/run.ts loads. */
export function loadedAs(name: string, specifier: string): Plugin {
  return {
    name: `${NAMESPACE} ${name}`,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ kind, path }) =>
        kind === "dynamic-import" && path === specifier ? { path: name, namespace: NAMESPACE } : undefined,
      );
      onLoad({ filter: new RegExp(`^${name}$`), namespace: NAMESPACE }, () => ({
        contents: `module.exports = load("${name}");`,
      }));
    },
  };
}

/** A module with all that it imports. */
export async function chunkOf(entry: string, options: BuildOptions): Promise<ChunkText> {
  const { outputFiles } = await build({ ...options, entryPoints: [entry], write: false });
  return chunk(outputFiles?.[0]?.text ?? "");
}

export function chunk(body: string): ChunkText {
  return `(function (module, exports, require, load) {${body}\n})\n`;
}

/** Tells a chunk from every other, in the names of the code cache's files. */
export function digestOf(text: ChunkText): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
