import type { BuildOptions } from "esbuild";
import { engines } from "../../package.json";
import { type ChunkText, digestOf, textOf } from "./chunks";

/** How long the first lines are, filled up with line feeds: what stands behind them has a place that does not depend on them. */
const HEAD = 1024;

/**
 * The plugin as it ships: a shell script whose only command starts Node on the text behind it. Node would read and scan
 * all of a script before it ran any of it, three times per plan; so it is handed a few lines, which read of the file what is
 * needed.
 */
export async function shippedFile(
  chunks: { readonly [name: string]: ChunkText },
  options: BuildOptions,
): Promise<Buffer> {
  let offset = 0;
  const table = Object.entries(chunks).map(([name, text]) => {
    const entry = [name, { digest: digestOf(text), offset, length: text.length }] as const;
    offset += text.length;
    return entry;
  });
  const startup = await startupOf(Object.fromEntries(table), options);
  const text = [head(startup.length), startup, ...Object.values(chunks)].join("");
  // One byte per character: what is read need not be decoded, and offsets are the same in both.
  const bytes = Buffer.from(text, "latin1");
  if (bytes.toString("latin1") !== text) throw new Error("The plugin has a character that is not Latin-1.");
  return bytes;
}

/** src/startup as a function of how the text behind it is read, and of what Node hands to a module. */
async function startupOf(table: object, options: BuildOptions): Promise<string> {
  const contents = `import { run } from "./src/startup/run";
    const table = ${JSON.stringify(table)};
    run(table, (name) => read(table[name].offset, table[name].length), require);`;
  const body = await textOf({ ...options, stdin: { contents, resolveDir: options.absWorkingDir } });
  return `(function (read, require) {${body}\n})\n`;
}

/** No V8 flag may stand here: with other flags than it was built with, Node compiles its own modules anew. */
function head(startup: number): string {
  const least = engines.node.replace(">=", "");
  const [major, minor] = least.split(".");
  // Terraform shows a first line on standard output that is no handshake.
  const needed = `This provider needs Node ${least} or later on the PATH (https://nodejs.org), and found`;
  const script = [
    `const v=process.versions.node.split(".");if(v[0]<${major}||v[0]==${major}&&v[1]<${minor}){console.log("${needed} "+process.execPath+" "+process.version+".");process.exit(1)}`,
    `const s=require("fs"),f=s.openSync(process.argv[1]),r=(p,n)=>{const b=Buffer.allocUnsafeSlow(n);return b.latin1Slice(0,s.readSync(f,b,0,n,p))}`,
    `require("vm").runInThisContext(r(${HEAD},${startup}),"startup")((p,n)=>r(${HEAD + startup}+p,n),require)`,
  ].join(";");
  const lines = `#!/bin/sh
command -v node >/dev/null || { echo "${needed} none."; exit 1; }
exec node --input-type=commonjs -e '${script}' -- "$0" "$@"
`;
  if (lines.length > HEAD) throw new Error("the plugin's first lines are too long");
  return lines.padEnd(HEAD, "\n");
}
