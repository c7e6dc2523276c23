import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { name as packageName, version } from "../../package.json";
import { replaceFolder, withTemporaryFolder } from "../folder";
import { licenceFiles } from "../licences/licenceFiles";
import type { BundledPackage } from "../licences/packages";
import { nodeFor, type Program, prepareProgram, writeExecutable } from "./executable";
import { type Archive, openMirror } from "./mirror";
import { type Options, OWN, optionsOf, PLATFORMS, type Platform } from "./options";
import { zipOf } from "./zip";

const ROOT = resolve(__dirname, "../..");
const PRODUCT = "terraform-provider-searchcloud";
const PREFIX = `${PRODUCT}_${version}`;

/** The manifest of the public registries, with the protocol version of the provider. */
const MANIFEST = { version: 1, metadata: { protocol_versions: ["6.0"] } };

/**
 * Writes the files of a release into a folder, which contains nothing else afterwards. Returns their names.
 *
 * @param say prints a line of progress
 * @throws before anything is written, if a key cannot sign, a Node is missing, or the mirror is not usable
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
    await nodeFor(platform);
  }
  return withTemporaryFolder(async (work) => {
    const prepared = await prepareProgram(work);
    const { notices, sbom } = await licenceFiles(prepared.inputs, ROOT, { node: await nodePackage(), date });
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
    // Terraform's registry rejects checksums of files that it does not accept, so the bill has its own signature.
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
      { name, content: await readFile(file), isExecutable: true },
      { name: "LICENSE", content: await readFile(join(ROOT, "LICENSE")) },
      { name: "THIRD_PARTY_NOTICES", content: Buffer.from(notices) },
    ],
    date,
  );
}

/** Starts the executable by hand, which must print what it is and end with 1. */
async function tryStart(file: string): Promise<void> {
  const { stderr = "" } = await run(file, { env: {} }).catch((error: { stderr?: string }) => error);
  if (!stderr.startsWith("This program is a Terraform provider."))
    throw new Error(
      `The executable of this machine's platform does not start: ${stderr || "it prints nothing"}`,
    );
}

/** Formats checksums for `sha256sum --check`. */
function checksums(files: ReadonlyMap<string, Buffer>): string {
  const lines = [...files].map(
    ([name, content]) => `${createHash("sha256").update(content).digest("hex")}  ${name}\n`,
  );
  return lines.sort((a, b) => (a.slice(64) < b.slice(64) ? -1 : 1)).join("");
}

/** Returns Node with the licences of everything in it. Not every platform's package contains the text. */
async function nodePackage(): Promise<BundledPackage> {
  const platform = PLATFORMS.find(({ name }) => name === "linux_amd64") ?? PLATFORMS[0];
  if (!platform) throw new Error("No platform has a Node.");
  const text = await readFile(join(dirname(await nodeFor(platform)), "../LICENSE"), "utf8");
  return { name: "node", version: platform.node.version, licence: "MIT", text };
}

/** Runs `npm run release`, which writes `dist/release`. */
async function main(): Promise<void> {
  const options = optionsOf(process.argv.slice(2), process.env, ROOT);
  const folder = join(ROOT, "dist/release");
  const names = await release(options, folder, (line) => console.error(line));
  for (const name of names) console.log(join("dist/release", name));
  const { mirror } = options;
  if (mirror) console.log(`${mirror.directory} serves ${mirror.address} ${version}`);
}

const run = promisify(execFile);

/** @throws if this machine's gpg cannot sign with the key */
export async function checkKey(key: string, env: NodeJS.ProcessEnv): Promise<void> {
  try {
    await run("gpg", ["--batch", "--quiet", "--no-auto-check-trustdb", "--list-secret-keys", "--", key], {
      env,
    });
  } catch (error) {
    const { code, stderr = "" } = error as { code?: unknown; stderr?: string };
    throw new Error(
      code === "ENOENT"
        ? `--gpg-key ${key}: cannot sign, because "gpg" is not on the PATH. Install GnuPG, or leave the option out.`
        : `--gpg-key ${key}: gpg has no secret key of that name (${stderr.trim()}). "gpg --list-secret-keys" shows those that it has, and "gpg --import FILE" adds one.`,
    );
  }
  // Expired keys and keys for encryption only are listed, too.
  await detachSign(key, env);
}

/** Writes the detached binary signature of a file beside it, as `<file>.sig`. @throws if gpg fails */
async function sign(file: string, key: string, env: NodeJS.ProcessEnv): Promise<void> {
  await detachSign(key, env, ["--yes", "--output", `${file}.sig`], [file]);
}

/** Signs a file, or nothing if there is none. */
async function detachSign(
  key: string,
  env: NodeJS.ProcessEnv,
  options: readonly string[] = [],
  file: readonly string[] = [],
): Promise<void> {
  try {
    const words = ["--batch", "--local-user", key, ...options, "--detach-sign", ...file];
    const signing = run("gpg", words, { env });
    signing.child.stdin?.end();
    await signing;
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new Error(
      `--gpg-key ${key}: gpg cannot sign with this key (${stderr?.trim() || message}). ` +
        '"gpg --list-secret-keys" shows whether it has expired, and its purpose.',
    );
  }
}

if (require.main === module) {
  main().catch((error: unknown) => {
    process.stderr.write(`${packageName}: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  });
}
