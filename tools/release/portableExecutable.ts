/** Of the optional header's table of directories, the entry of the certificates. */
const CERTIFICATES = 4;
const PE32_PLUS = 0x20b;

/**
 * An executable of Windows without the signature that it came with, which what is put into it would break.
 *
 * @throws when it is no executable of 64 bits, or the signature does not lie at its end.
 */
export function withoutSignature(executable: Buffer): Buffer {
  const header = executable.readUInt32LE(0x3c);
  const optional = header + 24;
  if (
    executable.toString("latin1", header, header + 4) !== "PE\0\0" ||
    executable.readUInt16LE(optional) !== PE32_PLUS
  )
    throw new Error("Only executables of Windows with 64 bits can be taken.");
  const entry = optional + 112 + CERTIFICATES * 8;
  const [at, size] = [executable.readUInt32LE(entry), executable.readUInt32LE(entry + 4)];
  if (size === 0) return executable;
  if (at + size !== executable.length)
    throw new Error("The signature of the executable does not lie at its end.");
  const unsigned = Buffer.from(executable.subarray(0, at));
  unsigned.fill(0, entry, entry + 8);
  return unsigned;
}
