import { createHash } from "node:crypto";

/*
 * Apple silicon starts no program without a signature. The signature of Apple's linker is enough: a list of the hashes of
 * the pages, signed by nobody ("ad hoc"). See docs/design/decisions/0018-ad-hoc-signature.md.
 */

const MAGIC_64 = 0xfeedfacf;
const HEADER = 32;
const SEGMENT = 0x19;
const CODE_SIGNATURE = 0x1d;
const CODE_SIGNATURE_SIZE = 16;
const PAGE = 4096;
const SHA256_BYTES = 32;
/** The memory of a segment is rounded up to pages of Apple silicon. */
const SEGMENT_ALIGNMENT = 0x4000;

interface Command {
  readonly at: number;
  readonly kind: number;
  readonly size: number;
}

/**
 * Adds an ad-hoc signature to a 64-bit Mach-O executable.
 *
 * @param identifier the name of the program in the signature
 * @throws if the executable has another format, already has a signature, or has no room for its load command
 */
export function adHocSigned(executable: Buffer, identifier: string): Buffer {
  if (executable.length < HEADER || executable.readUInt32LE(0) !== MAGIC_64)
    throw new Error("Only 64-bit Mach-O executables for one architecture can be signed.");
  const commands = commandsOf(executable);
  const segment = (name: string) => {
    const found = commands.find(({ at, kind }) => kind === SEGMENT && textAt(executable, at + 8) === name);
    if (!found) throw new Error(`The Mach-O executable has no segment ${name}.`);
    return found;
  };
  if (commands.some(({ kind }) => kind === CODE_SIGNATURE))
    throw new Error("The Mach-O executable already has a signature: remove it first.");
  const end = HEADER + executable.readUInt32LE(20);
  if (executable.subarray(end, end + CODE_SIGNATURE_SIZE).some((byte) => byte !== 0))
    throw new Error("The Mach-O executable has no room for the load command of a signature.");

  const limit = Math.ceil(executable.length / 16) * 16;
  const size = signatureSize(limit, identifier);
  const signed = Buffer.alloc(limit + size);
  executable.copy(signed);
  // Adds a command with the position of the signature.
  signed.writeUInt32LE(executable.readUInt32LE(16) + 1, 16);
  signed.writeUInt32LE(executable.readUInt32LE(20) + CODE_SIGNATURE_SIZE, 20);
  const command = [CODE_SIGNATURE, CODE_SIGNATURE_SIZE, limit, size];
  for (const [index, word] of command.entries()) signed.writeUInt32LE(word, end + index * 4);
  // Extends the last segment to the end of the signature.
  const { at: linkEdit } = segment("__LINKEDIT");
  const length = BigInt(signed.length) - executable.readBigUInt64LE(linkEdit + 40);
  const unit = BigInt(SEGMENT_ALIGNMENT);
  signed.writeBigUInt64LE(((length + unit - 1n) / unit) * unit, linkEdit + 32);
  signed.writeBigUInt64LE(length, linkEdit + 48);

  const { at: text } = segment("__TEXT");
  signature(signed.subarray(0, limit), identifier, {
    start: executable.readBigUInt64LE(text + 40),
    length: executable.readBigUInt64LE(text + 48),
  }).copy(signed, limit);
  return signed;
}

function commandsOf(executable: Buffer): Command[] {
  const commands: Command[] = [];
  let at = HEADER;
  for (let count = executable.readUInt32LE(16); count > 0; count -= 1) {
    const command = { at, kind: executable.readUInt32LE(at), size: executable.readUInt32LE(at + 4) };
    commands.push(command);
    at += command.size;
  }
  return commands;
}

function textAt(bytes: Buffer, at: number): string {
  return bytes.toString("latin1", at, at + 16).replace(/\0.*$/s, "");
}

const SUPER_BLOB = 20;
const DIRECTORY = 88;

function signatureSize(limit: number, identifier: string): number {
  return SUPER_BLOB + DIRECTORY + Buffer.byteLength(identifier) + 1 + Math.ceil(limit / PAGE) * SHA256_BYTES;
}

/** Creates an embedded signature that contains only a code directory of version 2.4.0. Its numbers are big-endian. */
function signature(
  code: Buffer,
  identifier: string,
  text: { readonly start: bigint; readonly length: bigint },
): Buffer {
  const pages = Math.ceil(code.length / PAGE);
  const name = Buffer.from(`${identifier}\0`);
  const bytes = Buffer.alloc(signatureSize(code.length, identifier));
  const write = (at: number, ...words: number[]) => {
    for (const [index, word] of words.entries()) bytes.writeUInt32BE(word, at + index * 4);
  };
  // The outer blob: magic, length, one entry for the code directory (slot 0).
  write(0, 0xfade0cc0, bytes.length, 1, 0, SUPER_BLOB);
  // Flags: ad hoc, and made by a linker, so that codesign replaces it without --force.
  write(SUPER_BLOB, 0xfade0c02, bytes.length - SUPER_BLOB, 0x20400, 0x20002);
  // Offsets of the hashes and the identifier, special slots, pages, signed bytes.
  write(SUPER_BLOB + 16, DIRECTORY + name.length, DIRECTORY, 0, pages, code.length);
  // SHA-256, 32 bytes each, no platform, pages of 2^12 bytes.
  bytes.set([SHA256_BYTES, 2, 0, 12], SUPER_BLOB + 36);
  bytes.writeBigUInt64BE(text.start, SUPER_BLOB + 64);
  bytes.writeBigUInt64BE(text.length, SUPER_BLOB + 72);
  // A main executable.
  bytes.writeBigUInt64BE(1n, SUPER_BLOB + 80);
  name.copy(bytes, SUPER_BLOB + DIRECTORY);
  for (let page = 0; page < pages; page += 1) {
    const hash = createHash("sha256").update(code.subarray(page * PAGE, (page + 1) * PAGE));
    hash.digest().copy(bytes, SUPER_BLOB + DIRECTORY + name.length + page * SHA256_BYTES);
  }
  return bytes;
}

/** The entry of the certificates in the optional header's table of directories. */
const CERTIFICATES = 4;
const PE32_PLUS = 0x20b;

/**
 * Removes the signature of a Windows executable, which injecting a file would invalidate.
 *
 * @throws if it is not a 64-bit executable, or the signature is not at its end
 */
export function withoutSignature(executable: Buffer): Buffer {
  const header = executable.readUInt32LE(0x3c);
  const optional = header + 24;
  if (
    executable.toString("latin1", header, header + 4) !== "PE\0\0" ||
    executable.readUInt16LE(optional) !== PE32_PLUS
  )
    throw new Error("Only 64-bit Windows executables are supported.");
  const entry = optional + 112 + CERTIFICATES * 8;
  const [at, size] = [executable.readUInt32LE(entry), executable.readUInt32LE(entry + 4)];
  if (size === 0) return executable;
  if (at + size !== executable.length) throw new Error("The signature of the executable is not at its end.");
  const unsigned = Buffer.from(executable.subarray(0, at));
  unsigned.fill(0, entry, entry + 8);
  return unsigned;
}
