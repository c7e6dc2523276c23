import { crc32, deflateRawSync } from "node:zlib";
import { Zip, type ZipInputFile } from "fflate";

/** A file in a zip. */
interface Entry {
  readonly name: string;
  readonly content: Buffer;
  readonly isExecutable?: boolean;
}

const CENTRAL_HEADER = 0x02014b50;
const UNIX = 3;
const DEFLATED = 8;

/** A zip cannot hold an earlier time. */
const EARLIEST = Date.UTC(1980, 0, 1);

/**
 * Zips these files in this order. The same files and date give the same bytes in every timezone. Node's own compression takes a third of
 * the time of one in JavaScript, and in jest a tenth.
 */
export function zipOf(entries: readonly Entry[], date: Date): Buffer {
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for (const { name, content, isExecutable = false } of entries) {
    const mode = isExecutable ? 0o100755 : 0o100644;
    const file: ZipInputFile = {
      filename: name,
      size: content.length,
      crc: crc32(content),
      compression: DEFLATED,
      os: UNIX,
      attrs: mode << 16,
      mtime: new Date(2000, 0),
    };
    zip.add(file);
    file.ondata?.(null, deflateRawSync(content), true);
  }
  zip.end();
  return inUtc(Buffer.concat(parts), date);
}

/** Replaces the time of each file in both of its headers: a zip holds local time, and fflate knows only this machine's. */
function inUtc(zip: Buffer, date: Date): Buffer {
  const time = dosTime(new Date(Math.max(date.getTime(), EARLIEST)));
  let at = zip.readUInt32LE(zip.length - 6);
  while (zip.readUInt32LE(at) === CENTRAL_HEADER) {
    zip.writeUInt32LE(time, at + 12);
    zip.writeUInt32LE(time, zip.readUInt32LE(at + 42) + 10);
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return zip;
}

/** The date and the time, each in 16 bits, to two seconds. */
function dosTime(date: Date): number {
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}
