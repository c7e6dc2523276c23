// usage: tsx e2e.ts RUNS name=plugin ...
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { spawnSync } from "node:child_process";
import { startEmulator } from "/work/w/fast/src/emulator";
import { pluginPath } from "/work/w/fast/src/installation/install";
import { ADDRESS } from "/work/w/fast/src/provider/address";
import { clusters, imports, seedOf } from "/work/w/fast/test/support/fleet";
import { spawn } from "node:child_process"; import { once } from "node:events";
const [runs, ...named] = process.argv.slice(2);
async function run(cwd: string, args: string[], env: any) { const b = performance.now(); const c = spawn("terraform", args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] }); let o=""; c.stdout.on("data", d=>o+=d); c.stderr.on("data", d=>o+=d); const [code] = await once(c, "close"); if (code) throw new Error(o); return performance.now() - b; }
async function main() {
  const size = Number(process.env.SIZE ?? 1);
  const emulator = await startEmulator({ seed: seedOf(size) });
  const root = mkdtempSync("/tmp/e2e-");
  const env: any = { ...process.env, CHECKPOINT_DISABLE: "1", SEARCHCLOUD_BASE_URL: emulator.baseUrl, SEARCHCLOUD_API_KEY: emulator.key, SEARCHCLOUD_REQUESTS_PER_MINUTE: "0", XDG_CACHE_HOME: join(root, "cache") };
  for (const k of Object.keys(env)) if (/^(TF_|NODE_)/.test(k)) delete env[k];
  const times: Record<string, number[]> = {};
  const dirs: Record<string, string> = {};
  for (const n of [...named, "terraform_data="]) {
    const [name = "", plugin = ""] = n.split("=");
    const dir = join(root, name); mkdirSync(dir); dirs[name] = dir; times[name] = [];
    if (plugin) {
      writeFileSync(join(dir, "main.tf"), clusters(size, imports(size)));
      const t = pluginPath(dir, { address: ADDRESS, version: "0.1.0" }); mkdirSync(dirname(t), { recursive: true }); symlinkSync(plugin, t);
    } else writeFileSync(join(dir, "main.tf"), `resource "terraform_data" "it" {\n count = ${size}\n input = "n"\n}\n`);
    await run(dir, ["init", "-input=false"], env);
    await run(dir, ["apply", "-input=false", "-auto-approve"], env);
    if (plugin) writeFileSync(join(dir, "main.tf"), clusters(size));
    await run(dir, ["plan", "-input=false", "-detailed-exitcode"], env);
  }
  for (let i = 0; i < Number(runs); i++) for (const name of Object.keys(dirs)) times[name]!.push(await run(dirs[name]!, ["plan", "-input=false"], env));
  const base = times[Object.keys(times)[0]!]!;
  for (const [name, t] of Object.entries(times)) { const r = t.map((x, i) => x / base[i]!).sort((a, b) => a - b); const s = [...t].sort((a, b) => a - b); console.log(name.padEnd(16), "min", s[0]!.toFixed(0), "med", s[s.length >> 1]!.toFixed(0), "ratio of mins", (s[0]! / Math.min(...base)).toFixed(3), "paired median", r[r.length >> 1]!.toFixed(3)); }
  await emulator.close(); rmSync(root, { recursive: true });
}
void main();
