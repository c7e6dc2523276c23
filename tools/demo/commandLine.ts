import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { DemoError } from "./project";

/** A release of Node, by the fields of `process` of the same names. */
export interface NodeRelease {
  readonly version: string;
  readonly platform: string;
  readonly arch: string;
  readonly versions: { readonly modules: string };
}

/**
 * Returns the JavaScript of cdktf's command line.
 * @throws DemoError if its native module is neither shipped nor compiled for this Node, because it would end with a stack trace
 */
export function findCommandLine(node: NodeRelease = process, root = __filename): string {
  const required = createRequire(createRequire(root).resolve("cdktf-cli/package.json"));
  const native = dirname(required.resolve("@cdktf/node-pty-prebuilt-multiarch/package.json"));
  const shipped = filesIn(join(native, "prebuilds", `${node.platform}-${node.arch}`));
  const isShipped = shipped.some((name) => name.startsWith(`node.abi${node.versions.modules}.`));
  if (!isShipped && !filesIn(join(native, "build/Release")).includes("pty.node")) {
    throw new DemoError(
      `The demo runs the command line of cdktf, which does not run with Node ${node.version} here: its native module is neither shipped nor ` +
        "compiled for it. Switch to Node 22 (docs/guides/node.md), then run the demo again.",
    );
  }
  return required.resolve("cdktf-cli/bundle/bin/cdktf");
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
