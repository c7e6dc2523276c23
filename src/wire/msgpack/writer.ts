import { WireError } from "../cty/error";

/** Writes msgpack without types, every item in its shortest form, as Terraform does. */
export class MsgpackWriter {
  private buffer = Buffer.allocUnsafe(512);
  private length = 0;

  /** Returns the bytes written so far: a view that the next write may invalidate. */
  finish(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  nil(): void {
    this.byte(0xc0);
  }

  bool(value: boolean): void {
    this.byte(value ? 0xc3 : 0xc2);
  }

  /** Writes the extension that Terraform reads as "unknown". */
  unknown(): void {
    this.byte(0xd4);
    this.byte(0);
    this.byte(0);
  }

  /** @throws WireError if the integer does not fit 64 bits */
  integer(value: number | bigint): void {
    if (typeof value === "number" && value >= -0x80000000 && value <= 0xffffffff) {
      if (value >= 0) this.unsigned(value);
      else this.negative(value);
    } else this.wide(BigInt(value));
  }

  double(value: number): void {
    const at = this.grow(9);
    this.buffer[at] = 0xcb;
    this.buffer.writeDoubleBE(value, at + 1);
  }

  string(text: string): void {
    if (this.shortAscii(text)) return;
    const size = Buffer.byteLength(text, "utf8");
    if (size < 32) this.byte(0xa0 | size);
    else this.head(0xd9, size);
    const at = this.grow(size);
    this.buffer.write(text, at, size, "utf8");
  }

  /** Writes short ASCII strings, and returns false for all others. Nearly every string is a short name, which is written fastest byte by byte. */
  private shortAscii(text: string): boolean {
    const size = text.length;
    if (size >= 32) return false;
    const from = this.length;
    const at = this.grow(1 + size);
    this.buffer[at] = 0xa0 | size;
    for (let index = 0; index < size; index += 1) {
      const code = text.charCodeAt(index);
      if (code >= 0x80) {
        this.length = from;
        return false;
      }
      this.buffer[at + 1 + index] = code;
    }
    return true;
  }

  binary(bytes: Uint8Array): void {
    this.head(0xc4, bytes.length);
    const at = this.grow(bytes.length);
    this.buffer.set(bytes, at);
  }

  array(size: number): void {
    this.container(0x90, 0xdc, size);
  }

  map(size: number): void {
    this.container(0x80, 0xde, size);
  }

  private unsigned(value: number): void {
    if (value < 0x80) this.byte(value);
    else this.head(0xcc, value);
  }

  private negative(value: number): void {
    if (value >= -0x20) this.byte(value);
    else if (value >= -0x80) this.bytes(0xd0, value, 1);
    else if (value >= -0x8000) this.bytes(0xd1, value, 2);
    else this.bytes(0xd2, value, 4);
  }

  private wide(value: bigint): void {
    if (value >= -0x80000000n && value <= 0xffffffffn) this.integer(Number(value));
    else if (value >= 0n && BigInt.asUintN(64, value) === value) this.long(0xcf, value);
    else if (BigInt.asIntN(64, value) === value) this.long(0xd3, value);
    else throw new WireError("expected an integer of at most 64 bits, got a larger one");
  }

  /** Writes a code and a size of one, two or four bytes. The code increases with the width. */
  private head(code: number, size: number): void {
    if (size < 0x100) this.bytes(code, size, 1);
    else if (size < 0x10000) this.bytes(code + 1, size, 2);
    else this.bytes(code + 2, size, 4);
  }

  private container(short: number, long: number, size: number): void {
    if (size < 16) this.byte(short | size);
    else if (size < 0x10000) this.bytes(long, size, 2);
    else this.bytes(long + 1, size, 4);
  }

  private byte(value: number): void {
    const at = this.grow(1);
    this.buffer[at] = value;
  }

  /** Writes a code and a number, in two's complement if negative. */
  private bytes(code: number, value: number, width: 1 | 2 | 4): void {
    const at = this.grow(1 + width);
    this.buffer[at] = code;
    this.buffer.writeUIntBE(value < 0 ? value + 2 ** (8 * width) : value, at + 1, width);
  }

  private long(code: number, value: bigint): void {
    const at = this.grow(9);
    this.buffer[at] = code;
    this.buffer.writeBigUInt64BE(BigInt.asUintN(64, value), at + 1);
  }

  /** Makes room for more bytes and returns their position. Call it before using the buffer, which it may replace. */
  private grow(size: number): number {
    const at = this.length;
    this.length += size;
    if (this.length > this.buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.length, this.buffer.length * 2));
      this.buffer.copy(larger, 0, 0, at);
      this.buffer = larger;
    }
    return at;
  }
}
