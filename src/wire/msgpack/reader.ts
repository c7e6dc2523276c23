import { isUtf8 } from "node:buffer";
import { WireError } from "../cty/error";
import { numberFromDouble, numberFromInteger, numberFromText } from "../cty/number";
import type { ExactNumber } from "../cty/value";

/** The kind of a msgpack item. */
type MsgpackKind = "nil" | "bool" | "number" | "string" | "binary" | "array" | "map" | "extension";

/** The longest string, in bytes, that is read byte by byte. */
const SHORT = 64;

/** Reads msgpack item by item, without types. Checks each size against the number of bytes that are left. */
export class MsgpackReader {
  private readonly buffer: Buffer;
  private position = 0;

  constructor(bytes: Uint8Array) {
    this.buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get remaining(): number {
    return this.buffer.length - this.position;
  }

  /** Returns the kind of the next item without reading it. @throws WireError at the end of the bytes, and for the unused code */
  peek(): MsgpackKind {
    const code = this.code();
    if (code < 0x80 || code >= 0xe0) return "number";
    if (code < 0x90) return "map";
    if (code < 0xa0) return "array";
    if (code < 0xc0) return "string";
    const kind = KINDS[code - 0xc0];
    if (kind === undefined) throw new WireError("a byte (c1) that msgpack gives no meaning");
    return kind;
  }

  nil(): void {
    this.expect("nil");
    this.position += 1;
  }

  bool(): boolean {
    this.expect("bool");
    return this.buffer[this.take(1)] === 0xc3;
  }

  /** Reads a number. Terraform sends numbers that neither an integer nor a double represents as decimal strings. */
  number(): ExactNumber {
    if (this.peek() === "string") return numberFromText(this.string());
    this.expect("number");
    const code = this.code();
    this.position += 1;
    if (code < 0x80) return code;
    if (code >= 0xe0) return code - 0x100;
    const read = NUMBERS[code];
    if (read === undefined) throw new WireError("expected number");
    return read(this.buffer, (size) => this.take(size));
  }

  /** @throws WireError if the string is not UTF-8: replacing a byte would change a configured value */
  string(): string {
    this.expect("string");
    const code = this.code();
    this.position += 1;
    const size = code < 0xc0 ? code & 0x1f : this.size(code - 0xd9);
    const from = this.take(size);
    if (this.isAscii(from, size)) return this.buffer.toString("latin1", from, from + size);
    const bytes = this.buffer.subarray(from, from + size);
    if (!isUtf8(bytes)) throw new WireError("expected text, got bytes that are not UTF-8");
    return bytes.toString("utf8");
  }

  /** True for short ASCII strings. Nearly every string is a short name, which is read fastest byte by byte. */
  private isAscii(from: number, size: number): boolean {
    if (size > SHORT) return false;
    let bits = 0;
    for (let at = from; at < from + size; at += 1) bits |= this.buffer[at] ?? 0x80;
    return bits < 0x80;
  }

  binary(): Uint8Array {
    this.expect("binary");
    const code = this.code();
    this.position += 1;
    return this.bytes(this.size(code - 0xc4));
  }

  /** Reads the header of an array. Returns the number of its items. */
  array(): number {
    this.expect("array");
    return this.container(0x90, 0xdc, 1);
  }

  /** Reads the header of a map. Returns the number of its pairs. */
  map(): number {
    this.expect("map");
    return this.container(0x80, 0xde, 2);
  }

  /** Skips an extension item. */
  extension(): void {
    this.expect("extension");
    const code = this.code();
    this.position += 1;
    const size = code >= 0xd4 ? 1 << (code - 0xd4) : this.size(code - 0xc7);
    this.take(size + 1);
  }

  private expect(kind: MsgpackKind): void {
    const got = this.peek();
    if (got !== kind) throw new WireError(`expected ${kind}, got ${got}`);
  }

  private code(): number {
    const code = this.buffer[this.position];
    if (code === undefined) throw new WireError("the bytes end where a value should begin");
    return code;
  }

  private container(short: number, long: number, bytesPerItem: number): number {
    const code = this.code();
    this.position += 1;
    const size = code < 0xc0 ? code - short : this.size(code - long + 1);
    if (size * bytesPerItem > this.remaining) throw new WireError("the bytes end within an array or map");
    return size;
  }

  /** Reads a size of 1, 2 or 4 bytes for the widths 0, 1 and 2. */
  private size(width: number): number {
    const bytes = 1 << width;
    return this.buffer.readUIntBE(this.take(bytes), bytes);
  }

  private bytes(size: number): Buffer {
    const from = this.take(size);
    return this.buffer.subarray(from, from + size);
  }

  private take(size: number): number {
    const from = this.position;
    if (size > this.remaining) throw new WireError("the bytes end within a value");
    this.position += size;
    return from;
  }
}

type Take = (size: number) => number;

const NUMBERS: { readonly [code: number]: (buffer: Buffer, take: Take) => ExactNumber } = {
  202: (buffer, take) => numberFromDouble(buffer.readFloatBE(take(4))),
  203: (buffer, take) => numberFromDouble(buffer.readDoubleBE(take(8))),
  204: (buffer, take) => buffer.readUInt8(take(1)),
  205: (buffer, take) => buffer.readUInt16BE(take(2)),
  206: (buffer, take) => buffer.readUInt32BE(take(4)),
  207: (buffer, take) => numberFromInteger(buffer.readBigUInt64BE(take(8))),
  208: (buffer, take) => buffer.readInt8(take(1)),
  209: (buffer, take) => buffer.readInt16BE(take(2)),
  210: (buffer, take) => buffer.readInt32BE(take(4)),
  211: (buffer, take) => numberFromInteger(buffer.readBigInt64BE(take(8))),
};

/** The kinds of the codes c0 to df. */
const KINDS: readonly (MsgpackKind | undefined)[] = [
  "nil",
  undefined,
  "bool",
  "bool",
  ...repeat("binary", 3),
  ...repeat("extension", 3),
  ...repeat("number", 10),
  ...repeat("extension", 5),
  ...repeat("string", 3),
  ...repeat("array", 2),
  ...repeat("map", 2),
];

function repeat(kind: MsgpackKind, times: number): MsgpackKind[] {
  return new Array<MsgpackKind>(times).fill(kind);
}
