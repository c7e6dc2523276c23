import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { programName } from "../../src/command/terraform";
import { terraformPlatform } from "../../src/installation/install";
import { fillOnce, isSafeFile, isSafeFolder } from "../downloads/cache";
import { ReleaseSite } from "./releaseSite";
import {
  exitWith,
  findTool,
  inspectTool,
  PINNED,
  pinnedPlace,
  printTool,
  type TerraformTool,
  ToolError,
} from "./tool";

/** HashiCorp's public key from https://www.hashicorp.com/security, valid until March 2030. */
export const HASHICORP_KEY = join(__dirname, "hashicorp.asc");

interface DownloadOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Prints a message for the person at the terminal. */
  readonly tell: (text: string) => void;
  /** True if a line can be overwritten, to show the progress. @default that of stderr */
  readonly isTerminal?: boolean;
}

/**
 * Downloads the pinned Terraform once and returns its path. It is only in memory until everything is verified: the signature of the
 * checksums, then the checksum of the archive.
 *
 * @throws ToolError with the remedy, if it cannot be downloaded or verified
 */
export async function downloadTerraform({
  env,
  tell,
  isTerminal = process.stderr.isTTY,
}: DownloadOptions): Promise<string> {
  const { folder, program } = pinnedPlace(env);
  try {
    if (isSafeFolder(folder)) {
      if (isSafeFile(program)) return program;
      throw new Error(`${program} was not created by this user: remove ${folder}`);
    }
  } catch (error) {
    throw new ToolError(`${(error as Error).message}. Nothing was run.`);
  }
  const site = ReleaseSite.of(env);
  try {
    tell(
      `Neither terraform nor tofu is on the PATH: downloading Terraform ${PINNED} for ${terraformPlatform()} from ${site.url}\n`,
    );
    let shown = "";
    const { archive, signer } = await verifiedArchive(site, env, (received, total) => {
      const line = `\r  ${megabytes(received)} of ${megabytes(total)} MB`;
      if (isTerminal && line !== shown) tell(line);
      shown = line;
    });
    const content = unzipped(archive);
    await fillOnce(folder, async (draft) =>
      writeFileSync(join(draft, programName("terraform")), content, { mode: 0o755 }),
    );
    tell(`${isTerminal ? "\r" : ""}Verified with the key ${signer} and cached: ${program}\n`);
    return program;
  } catch (error) {
    throw new ToolError(
      `${isTerminal ? "\n" : ""}Terraform ${PINNED} cannot be downloaded from ${site.url}: ${(error as Error).message}.\n` +
        "Nothing was unpacked. Run this again when the problem is fixed, install Terraform yourself " +
        "(https://developer.hashicorp.com/terraform/install), or name another release site in " +
        "SEARCHCLOUD_TERRAFORM_RELEASES_URL (CONTRIBUTING.md#terraform).",
    );
  } finally {
    await site.close();
  }
}

async function verifiedArchive(
  site: ReleaseSite,
  env: NodeJS.ProcessEnv,
  progress: (received: number, total: number) => void,
): Promise<{ readonly archive: Uint8Array; readonly signer: string }> {
  const name = `terraform_${PINNED}_${terraformPlatform()}.zip`;
  const list = `terraform_${PINNED}_SHA256SUMS`;
  const key = keyFile(env);
  const sums = await site.file(`terraform/${PINNED}/${list}`);
  const signature = await site.file(`terraform/${PINNED}/${list}.sig`);
  // Loaded on demand, because OpenPGP takes a tenth of a second to load.
  const { verifySigner } = await import("./signature");
  const signer = await verifySigner({ name: list, content: sums, signature, key, now: new Date() });
  const expected = checksums(sums).get(name);
  if (expected === undefined)
    throw new Error(`${list} does not contain ${name}, so there is no Terraform for this platform`);
  const archive = await site.file(`terraform/${PINNED}/${name}`, progress);
  const found = createHash("sha256").update(archive).digest("hex");
  if (found !== expected) {
    throw new Error(
      `the checksum of ${name} (${archive.length} bytes) is ${found}, and should be ${expected}`,
    );
  }
  return { archive, signer };
}

function keyFile(env: NodeJS.ProcessEnv): Uint8Array {
  const file = env.SEARCHCLOUD_TERRAFORM_RELEASES_KEY || HASHICORP_KEY;
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(
      `the public key that SEARCHCLOUD_TERRAFORM_RELEASES_KEY names cannot be read (${(error as Error).message})`,
    );
  }
}

/** Parses the SHA-256 of each file, by name. */
function checksums(sums: Uint8Array): ReadonlyMap<string, string> {
  const rows = Buffer.from(sums)
    .toString()
    .matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm);
  return new Map([...rows].map(([, sum = "", name = ""]) => [name, sum]));
}

function unzipped(archive: Uint8Array): Uint8Array {
  const name = programName("terraform");
  const content = unzipSync(archive, { filter: (file) => file.name === name })[name];
  if (content === undefined) throw new Error(`the archive has no ${name}`);
  return content;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

interface ReadyOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Prints a message for the person at the terminal. @default to stderr */
  readonly tell?: (text: string) => void;
}

/**
 * Returns the installed tool, or else a Terraform that is downloaded once, verified and cached.
 * @throws ToolError if it cannot be downloaded or verified, or is too old
 */
export async function prepareTool({
  env = process.env,
  tell = (text) => process.stderr.write(text),
}: ReadyOptions = {}): Promise<TerraformTool> {
  return inspectTool(findTool(env) ?? (await downloadTerraform({ env, tell })), env);
}

if (require.main === module) {
  exitWith(
    prepareTool().then((tool) => {
      printTool(tool);
      return 0;
    }),
  );
}
