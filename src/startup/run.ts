import "../wire/process/interrupt";
import { CodeCache, cacheFolder, type EmbeddedCache } from "./codeCache";

/** What there is to load. */
export interface Chunks {
  readonly [name: string]: { readonly digest: string };
}

type Load = (name: string) => unknown;
type Body = (module: { exports: unknown }, exports: unknown, require: NodeJS.Require, load: Load) => void;

/**
 * Runs the chunk `main`; it and the others load each other by name.
 * @param read the text of a chunk.
 * @param carried what V8 made of them when the program was built, where it carries that.
 */
export function run(
  chunks: Chunks,
  read: (name: string) => string,
  require: NodeJS.Require,
  carried?: EmbeddedCache,
): void {
  const cache = new CodeCache(cacheFolder(process.env, process.platform), carried);
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
    // V8 takes a cache only under the flags that it was written with.
    if (loaded.has("client")) optimizeWebAssembly(true);
    cache.save();
  });
  load("main");
}

/** Node 20 optimizes undici's WebAssembly in the background, and no process can exit before that has ended (some 120 ms). */
function optimizeWebAssembly(isOn: boolean): void {
  if (!process.version.startsWith("v20.")) return;
  const { setFlagsFromString }: typeof import("node:v8") = require("node:v8");
  // --liftoff-only turns the other two off.
  const flags = isOn ? ["--no-liftoff-only", "--wasm-tier-up", "--wasm-dynamic-tiering"] : ["--liftoff-only"];
  flags.forEach(setFlagsFromString);
}
