import type { Plugin } from "esbuild";

/** Bundles a file of ours wherever a package is imported; what is imported from within the package stays what it is. */
export function standIn(packageName: string, file: string): Plugin {
  return {
    name: `${packageName} replaced`,
    setup({ onResolve }) {
      onResolve({ filter: /^[^.]/ }, ({ path }) => (path === packageName ? { path: file } : undefined));
    },
  };
}
