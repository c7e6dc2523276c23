import { type BuildOptions, build, type Plugin } from "esbuild";

const NAMESPACE = "lazily";

/**
 * Bundles what `import(specifier)` loads by itself and puts it into the output as a text that is compiled when it is
 * first needed. V8 has to read all of a script before it runs any of it: for the processes that never come so far,
 * a text is the cheapest form that code can have in the same file.
 */
export function lazily(specifier: string, options: BuildOptions): Plugin {
  return {
    name: NAMESPACE,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: exactly(specifier) }, async ({ kind, resolveDir }) => {
        if (kind !== "dynamic-import") return undefined;
        return { path: specifier, namespace: NAMESPACE, pluginData: { resolveDir } };
      });
      onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path, pluginData }) => {
        const { resolveDir } = pluginData as { resolveDir: string };
        const stdin = { contents: `export * from ${JSON.stringify(path)};`, resolveDir };
        const { outputFiles } = await build({ ...options, stdin, write: false, legalComments: "inline" });
        return { contents: wrapper(path, outputFiles?.[0]?.text ?? ""), loader: "js", resolveDir };
      });
    },
  };
}

function wrapper(path: string, code: string): string {
  const wrapped = `(function (module, exports, require) {${code}\n})`;
  return [
    'const { runInThisContext } = require("node:vm");',
    "const chunk = { exports: {} };",
    `const run = runInThisContext(${JSON.stringify(wrapped)}, { filename: ${JSON.stringify(path)} });`,
    "run(chunk, chunk.exports, require);",
    "module.exports = chunk.exports;",
  ].join("\n");
}

function exactly(specifier: string): RegExp {
  return new RegExp(`^${specifier.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}$`);
}
