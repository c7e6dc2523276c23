import { getAsset, getRawAsset } from "node:sea";
import type { Carried } from "./codeCache";
import { run } from "./run";

/** The program of a single executable, which carries the chunks of that name and, where it can, what V8 made of them. */
export function runSingle(digests: { readonly [name: string]: string }, require: NodeJS.Require): void {
  const chunks = Object.entries(digests).map(([name, digest]) => [
    name,
    {
      digest,
      get code() {
        return getAsset(`${name}.js`, "utf8");
      },
    },
  ]);
  run(Object.fromEntries(chunks), require, carried);
}

const carried: Carried = (name) => {
  try {
    return Buffer.from(getRawAsset(`${name}.cache`) as ArrayBuffer);
  } catch {
    // Built on another platform: V8's format is not the same there.
    return undefined;
  }
};
