import { createHash } from "node:crypto";
import { type BuildOptions, build, type Plugin } from "esbuild";
import type { Chunk } from "../../startup/codeCache";

const NAMESPACE = "chunk";

/** A chunk, and which files are in it. */
export interface BuiltChunk extends Chunk {
  readonly inputs: readonly string[];
}

/** Leaves what `import(specifier)` loads out of the output: the chunk of that name, which src/startup/run.ts loads. */
export function loadedAs(name: string, specifier: string): Plugin {
  return {
    name: NAMESPACE,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ kind, path }) =>
        kind === "dynamic-import" && path === specifier ? { path: name, namespace: NAMESPACE } : undefined,
      );
      onLoad({ filter: /.*/, namespace: NAMESPACE }, () => ({
        contents: `module.exports = load("${name}");`,
      }));
    },
  };
}

/** A module with all that it imports, as a function of what Node and src/startup/run.ts hand to a module. */
export async function chunkOf(entry: string, options: BuildOptions): Promise<BuiltChunk> {
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: [entry],
    write: false,
    metafile: true,
  });
  const code = `(function (module, exports, require, load) {${outputFiles?.[0]?.text ?? ""}\n})`;
  return {
    code,
    digest: createHash("sha256").update(code).digest("hex").slice(0, 16),
    inputs: Object.keys(metafile.inputs),
  };
}
