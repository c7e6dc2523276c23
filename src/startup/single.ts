import { getRawAsset } from "node:sea";
import { type Chunks, run } from "./run";

/** Runs the program of a single executable, which contains the text of each chunk and, if possible, V8's cache of it. */
export function runSingle(chunks: Chunks, require: NodeJS.Require): void {
  const read = (name: string) => asset(`${name}.js`).toString("latin1");
  const compiled = (name: string) => {
    try {
      return asset(`${name}.cache`);
    } catch {
      // Built on another platform, where V8's format differs.
      return undefined;
    }
  };
  run(chunks, read, require, compiled);
}

/** @throws if the executable contains nothing of that name */
function asset(name: string): Buffer {
  return Buffer.from(getRawAsset(name) as ArrayBuffer);
}
