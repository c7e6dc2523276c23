import "../wire/process/interrupt";
import { CodeCache, cacheFolder, type EmbeddedCache } from "./codeCache";

/** The chunks by name. */
export interface Chunks {
  readonly [name: string]: { readonly digest: string };
}

type Load = (name: string) => unknown;
type Body = (module: { exports: unknown }, exports: unknown, require: NodeJS.Require, load: Load) => void;

/**
 * Runs the chunk `main`. Chunks load each other by name.
 * @param read returns the text of a chunk
 * @param embedded returns V8's cache of a chunk from the build
 */
export function run(
  chunks: Chunks,
  read: (name: string) => string,
  require: NodeJS.Require,
  embedded?: EmbeddedCache,
): void {
  const cache = new CodeCache(cacheFolder(process.env, process.platform), embedded);
  const loaded = new Map<string, { exports: unknown }>();
  const load: Load = (name) => {
    const known = loaded.get(name);
    const chunk = chunks[name];
    if (known || !chunk) return known?.exports;
    const module = { exports: {} };
    loaded.set(name, module);
    const body = cache.load(name, { digest: chunk.digest, code: read(name) }) as Body;
    if (name === "client") optimizeWebAssembly(false);
    body(module, module.exports, require, load);
    return module.exports;
  };
  process.once("exit", () => {
    // V8 accepts a cache only under the flags with which it was written.
    if (loaded.has("client")) optimizeWebAssembly(true);
    cache.save();
  });
  load("main");
}

/** Turns off the background optimization of undici's WebAssembly in Node 20, which delays the exit of the process by about 120 ms. */
function optimizeWebAssembly(isOn: boolean): void {
  if (!process.version.startsWith("v20.")) return;
  const { setFlagsFromString }: typeof import("node:v8") = require("node:v8");
  // --liftoff-only turns the other two off.
  const flags = isOn ? ["--no-liftoff-only", "--wasm-tier-up", "--wasm-dynamic-tiering"] : ["--liftoff-only"];
  flags.forEach(setFlagsFromString);
}
