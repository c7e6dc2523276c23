import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Example } from "./page";

/** The folders of examples/ that hold one example per part, in either language. */
export type Kind = "resources" | "data-sources" | "functions";

/** Where the example of a part is; `name` without the provider's: "cluster_metrics". */
export function examplePaths(
  kind: Kind,
  name: string,
  provider: string,
): { hcl: string; typescript: string } {
  const folder = kind === "functions" ? name : `${provider}_${name}`;
  const file = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return {
    hcl: `examples/${kind}/${folder}/main.tf`,
    typescript: `examples/constructs/${kind}/${file}.ts`,
  };
}

/** The examples that show the provider as such. */
export const PROVIDER_EXAMPLE = { hcl: "examples/hcl/main.tf", typescript: "examples/quickstart/main.ts" };

/** Reads an example from a checkout. */
export function readExample(root: string, paths: { hcl: string; typescript: string }): Example {
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  return { hcl: read(paths.hcl), typescript: read(paths.typescript) };
}
