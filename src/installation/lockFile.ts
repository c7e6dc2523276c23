import { createHash } from "node:crypto";

/** One provider in Terraform's dependency lock file. */
export interface LockEntry {
  /** Full address, `host/namespace/type`. */
  readonly address: string;
  /** The required version, exactly. */
  readonly version: string;
  /** Left out if they are not known yet: `terraform init` adds them. */
  readonly hashes?: readonly string[];
}

/** Returns Terraform's `h1:` hash of a package that consists of one file (docs/design/protocol.md#cdktf). */
export function packageHash(fileName: string, content: Buffer): string {
  const listing = `${sha256(content).toString("hex")}  ${fileName}\n`;
  return `h1:${sha256(Buffer.from(listing)).toString("base64")}`;
}

/**
 * Updates `entries` in the text of a lock file and leaves everything else unchanged. A block of the same version that has the
 * entry's hashes stays, because `terraform init` may have added others.
 */
export function lockProviders(text: string, entries: readonly LockEntry[]): string {
  return entries.reduce(lockProvider, text);
}

function lockProvider(text: string, entry: LockEntry): string {
  const found = blocksOf(text, entry.address);
  const [first] = found;
  const block = first !== undefined && isCurrent(first, entry) ? first : render(entry);
  if (first === undefined) return `${text.trimEnd()}${text.trim() === "" ? "" : "\n\n"}${block}`;
  return found
    .slice(1)
    .reduce((rest, copy) => removeLast(rest, copy), text)
    .replace(first, () => block);
}

/** A block of a provider. It contains no inner braces. */
const BLOCK = /^[ \t]*provider[ \t]+"[^"]*"[ \t]*\{[^{}]*\}[ \t]*(\r?\n|$)/gm;

/**
 * True if a text consists of the blocks and comments of a lock file. Without any block, the file name must end with ".hcl", because
 * otherwise every empty file would be a lock file.
 */
export function isLockFile(text: string, name: string): boolean {
  const rest = text.replace(BLOCK, "");
  if (rest === text && !name.endsWith(".hcl")) return false;
  return rest.split("\n").every((line) => /^\s*(#|\/\/|$)/.test(line));
}

function blocksOf(text: string, address: string): string[] {
  const blocks = text.match(BLOCK) ?? [];
  return blocks.filter((block) => block.includes(`"${address}"`) && block.split('"')[1] === address);
}

function removeLast(text: string, part: string): string {
  const at = text.lastIndexOf(part);
  return text.slice(0, at) + text.slice(at + part.length);
}

function isCurrent(block: string, { version, hashes = [] }: LockEntry): boolean {
  const locked = /^\s*version\s*=\s*"([^"]*)"/m.exec(block)?.[1];
  return locked === version && hashes.every((hash) => block.includes(`"${hash}"`));
}

function render({ address, version, hashes }: LockEntry): string {
  const lines = [`provider "${address}" {`, `  version     = "${version}"`, `  constraints = "${version}"`];
  if (hashes !== undefined) lines.push("  hashes = [", ...hashes.map((hash) => `    "${hash}",`), "  ]");
  return `${lines.join("\n")}\n}\n`;
}

function sha256(content: Buffer): Buffer {
  return createHash("sha256").update(content).digest();
}
