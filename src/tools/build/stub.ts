import type { Plugin } from "esbuild";

/** Bundles a file of ours wherever a package is imported; what is imported from within the package stays what it is. */
export function stub(packageName: string, file: string): Plugin {
  return {
    name: `stub of ${packageName}`,
    setup({ onResolve }) {
      onResolve({ filter: /^[^.]/ }, ({ path }) => (path === packageName ? { path: file } : undefined));
    },
  };
}
