import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { name as packageName, version } from "../../package.json";
import { replaceFolder, withTemporaryFolder } from "../folder";
import { owedFor } from "../licences/owed";
import type { BundledPackage } from "../licences/packages";
import { zipOf } from "./archive";
import { nodeOf, type Program, program, writeExecutable } from "./executable";
import { type Archive, openMirror } from "./mirror";
import { type Options, optionsOf } from "./options";
import { OWN, PLATFORMS, type Platform } from "./platforms";
import { checkKey, sign } from "./signature";

const ROOT = resolve(__dirname, "../..");
const PRODUCT = "terraform-provider-searchcloud";
const PREFIX = `${PRODUCT}_${version}`;

/** What the public registries ask for: which protocol the provider speaks. */
const MANIFEST = { version: 1, metadata: { protocol_versions: ["6.0"] } };

/**
 * Writes the files of a release into a folder, which holds nothing else afterwards, and answers their names.
 *
 * @param say hears what is going on, a line at a time.
 * @throws before anything is written when a key cannot sign, a Node is missing, or the mirror cannot be where it should.
 */
export async function release(
  { platforms, gpgKey, mirror, date, env }: Options,
  folder: string,
  say: (line: string) => void,
): Promise<string[]> {
  if (gpgKey !== undefined) await checkKey(gpgKey, env);
  const add = mirror && (await openMirror(mirror.directory, mirror.address, version));
  for (const platform of platforms) {
    say(`Node ${platform.node.version} for ${platform.name}`);
    await nodeOf(platform);
  }
  return withTemporaryFolder(async (work) => {
    const prepared = await program(work);
    const { notices, sbom } = await owedFor(prepared.inputs, ROOT, { node: await nodePackage(), date });
    const files = new Map<string, Buffer>();
    const archives: Archive[] = [];
    for (const platform of platforms) {
      say(`The executable for ${platform.name}`);
      const content = await archiveOf(prepared, platform, { notices, work, date });
      const name = `${PREFIX}_${platform.name}.zip`;
      archives.push({ name, platform: platform.name, content });
      files.set(name, content);
    }
    files.set(`${PREFIX}_manifest.json`, Buffer.from(`${JSON.stringify(MANIFEST, null, 2)}\n`));
    const [sums, bill] = [`${PREFIX}_SHA256SUMS`, `${PREFIX}_sbom.cdx.json`];
    files.set(sums, Buffer.from(checksums(files)));
    // Terraform's registry refuses checksums of files that it does not take: the bill has a signature of its own.
    files.set(bill, Buffer.from(sbom));
    const draft = `${folder}.new`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true });
    for (const [name, content] of files) await writeFile(join(draft, name), content);
    const signed = gpgKey === undefined ? [] : [sums, bill];
    for (const name of signed) await sign(join(draft, name), gpgKey ?? "", env);
    replaceFolder(folder, draft);
    await add?.(archives);
    return [...files.keys(), ...signed.map((name) => `${name}.sig`)].sort();
  });
}

async function archiveOf(
  prepared: Program,
  platform: Platform,
  { notices, work, date }: { readonly notices: string; readonly work: string; readonly date: Date },
): Promise<Buffer> {
  const name = `${PRODUCT}_v${version}${platform.system === "windows" ? ".exe" : ""}`;
  const file = join(work, name);
  await writeExecutable(prepared, platform, file, PRODUCT);
  if (platform === OWN) await tryStart(file);
  return zipOf(
    [
      { name, content: await readFile(file), executable: true },
      { name: "LICENSE", content: await readFile(join(ROOT, "LICENSE")) },
      { name: "THIRD_PARTY_NOTICES", content: Buffer.from(notices) },
    ],
    date,
  );
}

/** Started by hand, the provider says what it is and ends with 1; what was put together wrongly says or does something else. */
async function tryStart(file: string): Promise<void> {
  const { stderr = "" } = await promisify(execFile)(file, { env: {} }).catch(
    (error: { stderr?: string }) => error,
  );
  if (!stderr.startsWith("This program is a Terraform provider."))
    throw new Error(
      `The executable of this machine's platform does not start: ${stderr || "it says nothing"}`,
    );
}

/** What `sha256sum --check` reads. */
function checksums(files: ReadonlyMap<string, Buffer>): string {
  const lines = [...files].map(
    ([name, content]) => `${createHash("sha256").update(content).digest("hex")}  ${name}\n`,
  );
  return lines.sort((a, b) => (a.slice(64) < b.slice(64) ? -1 : 1)).join("");
}

/** Node with the licences of all that it carries itself; not every platform's package has the text. */
async function nodePackage(): Promise<BundledPackage> {
  const platform = PLATFORMS.find(({ name }) => name === "linux_amd64") ?? PLATFORMS[0];
  if (!platform) throw new Error("No platform has a Node.");
  const text = await readFile(join(dirname(await nodeOf(platform)), "../LICENSE"), "utf8");
  return { name: "node", version: platform.node.version, licence: "MIT", text };
}

/** `npm run release`: writes `dist/release`. */
async function main(): Promise<void> {
  const options = optionsOf(process.argv.slice(2), process.env, ROOT);
  const folder = join(ROOT, "dist/release");
  const names = await release(options, folder, (line) => console.error(line));
  for (const name of names) console.log(join("dist/release", name));
  const { mirror } = options;
  if (mirror) console.log(`${mirror.directory} serves ${mirror.address} ${version}`);
}

if (require.main === module) {
  main().catch((error: unknown) => {
    process.stderr.write(`${packageName}: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  });
}
