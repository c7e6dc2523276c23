import { getRawAsset } from "node:sea";
import { type Chunks, run } from "./run";

/** The program of a single executable, which carries the text of each chunk and, where it can, what V8 made of it. */
export function runSingle(chunks: Chunks, require: NodeJS.Require): void {
  const read = (name: string) => carried(`${name}.js`).toString("latin1");
  const compiled = (name: string) => {
    try {
      return carried(`${name}.cache`);
    } catch {
      // Built on another platform: V8's format is not the same there.
      return undefined;
    }
  };
  run(chunks, read, require, compiled);
}

/** @throws when the executable carries nothing of that name. */
function carried(name: string): Buffer {
  return Buffer.from(getRawAsset(name) as ArrayBuffer);
}
