import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

/** A file in a zip. */
export interface Entry {
  readonly name: string;
  readonly content: Buffer;
  readonly executable?: boolean;
}

/** Zips cannot say an earlier moment. */
const EARLIEST = Date.UTC(1980, 0, 1);

/** A zip of these files in this order; of the same files and date the same bytes, in every timezone. */
export async function zipOf(entries: readonly Entry[], date: Date): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, content, executable = false } of entries)
    zip.addBuffer(content, name, {
      mode: executable ? 0o100755 : 0o100644,
      mtime: new LocalInUtc(Math.max(date.getTime(), EARLIEST)),
      forceDosTimestamp: true,
    });
  zip.end();
  return buffer(zip.outputStream as unknown as NodeJS.ReadableStream);
}

/** Zips hold the local time, which yazl takes from a date's local parts: those of this one are its parts in UTC. */
class LocalInUtc extends Date {
  override getFullYear(): number {
    return this.getUTCFullYear();
  }
  override getMonth(): number {
    return this.getUTCMonth();
  }
  override getDate(): number {
    return this.getUTCDate();
  }
  override getHours(): number {
    return this.getUTCHours();
  }
  override getMinutes(): number {
    return this.getUTCMinutes();
  }
  override getSeconds(): number {
    return this.getUTCSeconds();
  }
}
